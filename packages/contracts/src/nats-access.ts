import { GetSigningKeys } from "./identity/requests.ts";
import { FindStaff } from "./identity/staff-requests.ts";
import { GetPayer, GetPaymentLink, ListClosedCollections } from "./payments/requests.ts";
import { CanDisburse, ListClosedDisbursements } from "./payouts/requests.ts";
import { type AllowedBefore, withAllowedBefore } from "./released-access.ts";
import type { RequestDefinition } from "./request.ts";
import { type PublishingService, publishingServices } from "./services.ts";
import { consumerDefinitions, reactionGroups, streamDefinitions, streamName } from "./streams.ts";
import {
  factsOfService,
  inboxPrefix,
  linkRecordedSubject,
  type Namespace,
  relayWakeSubject,
  requestSubject,
  revocationsSubject,
  transactionChangedSubject,
} from "./subjects.ts";
import { GetDestination, ListSalesToNumber } from "./transactions/requests.ts";
import { FindPaymentPage } from "./transactions/standing-orders.ts";
import { FindReservation } from "./transactions/treasury.ts";

/**
 * Everybody who speaks over NATS, under the name that it logs in with; `streams` is the set-up job and the stream controller,
 * `analyst` who reads facts as data.
 */
export const natsUsers = ["gateway-api", ...publishingServices, "streams", "analyst"] as const;

export type NatsUser = (typeof natsUsers)[number];

/** Each user logs in under its name or under this one, with the same rights and another password. */
export const otherLoginOf = <User extends NatsUser>(user: User): `${User}-b` => `${user}-b`;

export type NatsLogin = NatsUser | `${NatsUser}-b`;

/** What one user may do; everything else is refused by the server. */
export interface NatsAccess {
  readonly publish: readonly string[];
  /** Taken out of what `publish` allows. */
  readonly neverPublish: readonly string[];
  readonly subscribe: readonly string[];
  /** May answer what requests, whatever inbox the client names. */
  readonly replies: boolean;
}

/** Questions between services, which bring what no client may see: they are not the gateway's to ask. */
const internalRequests: Readonly<Record<PublishingService, readonly RequestDefinition[]>> = {
  identity: [FindPaymentPage],
  transactions: [
    GetPaymentLink,
    GetPayer,
    FindStaff,
    ListClosedCollections,
    ListClosedDisbursements,
  ],
  payments: [GetDestination, CanDisburse],
  payouts: [GetDestination, FindReservation, ListSalesToNumber],
};

/**
 * The rights of every user: its own facts, questions and inbox, and of JetStream only to read what it follows. No
 * service can make, change, empty or delete a stream or a durable, or speak in another's name.
 */
export function natsAccess(space: Namespace): Readonly<Record<NatsUser, NatsAccess>> {
  return {
    "gateway-api": gatewayAccess(space),
    identity: serviceAccess(space, "identity"),
    transactions: serviceAccess(space, "transactions"),
    payments: serviceAccess(space, "payments"),
    payouts: serviceAccess(space, "payouts"),
    streams: streamsAccess(space),
    analyst: analystAccess(space),
  };
}

function gatewayAccess(space: Namespace): NatsAccess {
  return {
    publish: publishingServices.map((service) => requestSubject(space, service, "*")),
    neverPublish: subjectsOf(space, Object.values(internalRequests).flat()),
    subscribe: [
      inboxOf("gateway-api"),
      revocationsSubject(space),
      transactionChangedSubject(space),
    ],
    replies: false,
  };
}

function serviceAccess(space: Namespace, service: PublishingService): NatsAccess {
  const wake = relayWakeSubject(space, service);
  const news = newsOf(space, service);
  return {
    publish: [
      factsOfService(space, service),
      wake,
      ...news.published,
      // What proves a request of the staff; identity asks itself like the others.
      ...subjectsOf(space, [...internalRequests[service], GetSigningKeys]),
      ...streamReading(streamName(space, service)),
      ...followed(space, service),
    ],
    neverPublish: [],
    subscribe: [inboxOf(service), requestSubject(space, service, "*"), wake, ...news.subscribed],
    replies: true,
  };
}

/** Core messages of a service beside the request that its relay wakes. */
function newsOf(space: Namespace, service: PublishingService) {
  switch (service) {
    case "identity":
      return { published: [revocationsSubject(space)], subscribed: [] };
    case "transactions": {
      const link = linkRecordedSubject(space);
      return { published: [link, transactionChangedSubject(space)], subscribed: [link] };
    }
    case "payments":
    case "payouts":
      return { published: [], subscribed: [] };
  }
}

/** Where a stream ends and single messages of it, which the API takes as publishes. */
function streamReading(stream: string): readonly string[] {
  return [`$JS.API.STREAM.INFO.${stream}`, `$JS.API.STREAM.MSG.GET.${stream}`];
}

/** What following the durables of its groups takes. Acknowledgements have a second shape from NATS 2.15 on. */
function followed(space: Namespace, service: PublishingService): readonly string[] {
  const own = reactionGroups.filter((group) => group.service === service);
  return consumerDefinitions(space, own).flatMap(({ stream, durable }) => [
    `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
    `$JS.API.STREAM.MSG.GET.${stream}`,
    `$JS.ACK.${stream}.${durable}.>`,
    `$JS.ACK.*.*.${stream}.${durable}.>`,
  ]);
}

/** Makes streams, and makes and replaces durables; no stream can be changed, emptied or deleted by it either. */
function streamsAccess(space: Namespace): NatsAccess {
  const streams = streamDefinitions(space).map(({ name }) => name);
  return {
    publish: [
      "$JS.API.STREAM.NAMES",
      ...streams.flatMap((stream) => [`$JS.API.STREAM.CREATE.${stream}`, ...streamReading(stream)]),
      ...consumerDefinitions(space).flatMap(({ stream, durable }) => [
        `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
        // The client's choice: the last one where there is one filter.
        `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.${durable}`,
        `$JS.API.CONSUMER.CREATE.${stream}.${durable}`,
        `$JS.API.CONSUMER.CREATE.${stream}.${durable}.>`,
        `$JS.API.CONSUMER.DELETE.${stream}.${durable}`,
      ]),
    ],
    neverPublish: [],
    subscribe: [inboxOf("streams")],
    replies: false,
  };
}

/** Reads the streams with consumers of its own. It has no part in the durables that services follow, and publishes nothing. */
function analystAccess(space: Namespace): NatsAccess {
  const onConsumers = (stream: string, consumer: string) => [
    `$JS.API.CONSUMER.CREATE.${stream}.${consumer}`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`,
    `$JS.API.CONSUMER.DELETE.${stream}.${consumer}`,
  ];
  return {
    publish: streamDefinitions(space).flatMap(({ name }) => [
      `$JS.API.STREAM.INFO.${name}`,
      ...onConsumers(name, "*"),
    ]),
    neverPublish: consumerDefinitions(space).flatMap(({ stream, durable }) =>
      onConsumers(stream, durable),
    ),
    subscribe: [inboxOf("analyst")],
    replies: false,
  };
}

function inboxOf(user: NatsUser): string {
  return `${inboxPrefix(user)}.>`;
}

function subjectsOf(space: Namespace, requests: readonly RequestDefinition[]): readonly string[] {
  const subjects = requests.map(({ service, name }) => requestSubject(space, service, name));
  return [...new Set(subjects)];
}

/**
 * The `authorization` block of a NATS server's configuration. `passwordOf` brings the password as the file has it: a
 * quoted text, or `$NAME` for a variable of the server's environment. What was allowed before may still be used.
 */
export function natsAuthorization(
  space: Namespace,
  passwordOf: (login: NatsLogin) => string,
  before: AllowedBefore = {},
): string {
  const access = natsAccess(space);
  const users = natsUsers.flatMap((user) =>
    [user, otherLoginOf(user)].map((login) =>
      userBlock(login, passwordOf(login), withAllowedBefore(access[user], before[user])),
    ),
  );
  return `authorization {\n  users = [\n${users.join("")}  ]\n}\n`;
}

function userBlock(user: NatsLogin, password: string, access: NatsAccess): string {
  const { publish, neverPublish, subscribe, replies } = access;
  const lines = [
    `user: ${user}`,
    `password: ${password}`,
    "permissions: {",
    `  publish: { allow: ${list(publish)}, deny: ${list(neverPublish)} }`,
    `  subscribe: { allow: ${list(subscribe)} }`,
    ...(replies ? ["  allow_responses: true"] : []),
    "}",
  ];
  return `    {\n${lines.map((line) => `      ${line}\n`).join("")}    }\n`;
}

function list(subjects: readonly string[]): string {
  return `[${[...new Set(subjects)].map((subject) => JSON.stringify(subject)).join(", ")}]`;
}
