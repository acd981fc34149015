import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import {
  ApproveVerdict,
  AssertStaffAct,
  consumerDefinitions,
  factSubject,
  GetUser,
  identityProposals,
  inboxPrefix,
  jsonText,
  type NatsUser,
  natsAuthorization,
  natsUsers,
  paymentsAuditTrail,
  payoutsAuditTrail,
  publishingServices,
  type RequestDefinition,
  ResolveReview,
  reactionGroups,
  relayWakeSubject,
  requestSubject,
  revocationsSubject,
  streamName,
  transactionsProposals,
} from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { type Nats, startNats } from "@sanu/local-stack";
import {
  connectNats,
  createLogger,
  type Messaging,
  payloadHash,
  type RequestResult,
  secret,
} from "@sanu/platform";
import {
  assertionFor,
  eventually,
  type StaffKey,
  staffKeyIn,
  testNamespace,
  type World,
} from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { buy, createdOf, numberEndingIn } from "./buy.ts";
import { reached, sellAndPay } from "./sell.ts";
import { logInAsAdmin } from "./staff.ts";
import { startSanu } from "./start-world.ts";

const space = testNamespace();
const password = "of-every-user-here";
const folder = mkdtempSync(join(tmpdir(), "sanu-nats-"));
let nats: Nats;
let world: World;
const lines: string[] = [];

beforeAll(async () => {
  const authorization = natsAuthorization(space, () => JSON.stringify(password));
  nats = await startNats({ storeDir: folder, authorization });
  world = await startSanu({
    nats: { url: nats.url, namespace: space, password },
    settings: { SALES: "open" },
    logger: createLogger({
      service: "world",
      level: "info",
      destination: { write: (line) => void lines.push(line) },
    }),
  });
});

afterAll(async () => {
  await world?.stop();
  await nats?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("a system on a NATS server with users", () => {
  it("brings a purchase and a sale to their ends", async () => {
    const person = await world.signUp();
    const { id: bought } = createdOf(await buy(world, person));
    const sold = await sellAndPay(world, person, { number: numberEndingIn("700") });
    for (const id of [bought, sold]) await reached(world, person, { id, status: "COMPLETED" });
    await world.expectBooksToBalance();
  });

  it("tells every gateway that a token was revoked", async () => {
    const person = await world.signUp();
    const me = () => world.api.call("GET", "/api/v1/auth/me", { token: person.token });
    expect((await me()).status).toBe(200);
    await world.api.call("POST", "/api/v1/auth/logout", { token: person.token });
    await eventually("the token is refused", async () => (await me()).status === 401);
  });

  it("lets nobody in without a password", async () => {
    await expect(connect({ servers: nats.url, user: "payments", pass: "guessed" })).rejects.toThrow(
      /authorization/i,
    );
  });
});

describe("a user of NATS", () => {
  for (const user of natsUsers) {
    it(`may do nothing that is not its own: ${user}`, async () => {
      const connection = await connect({ servers: nats.url, user, pass: password });
      const refused = collectRefusals(connection);
      const { published, subscribed } = forbidden(user);
      for (const subject of published) connection.publish(subject, "{}");
      for (const subject of subscribed) connection.subscribe(subject);
      await connection.flush();

      const all = [...published, ...subscribed].toSorted();
      await vi.waitFor(() => expect(refused.toSorted()).toEqual(all), 30_000);
      await connection.close();
    });
  }
});

describe("a gateway in other hands", () => {
  const ama = newId<"AccountId">();
  const said = { commandId: newId(), by: ama, reason: "mine" };
  const acts: readonly Sent[] = [
    {
      definition: transactionsProposals.proposeChange,
      input: { ...said, change: { operation: "change-rates", manual_rate: 2, confirmed: true } },
    },
    {
      definition: transactionsProposals.decideProposal,
      input: { ...said, proposalId: newId(), decision: "approve", contentSha256: null },
    },
    {
      definition: ApproveVerdict,
      input: { ...said, caseId: newId(), proposalId: newId() },
    },
    {
      definition: ResolveReview,
      input: {
        commandId: newId(),
        transactionId: newId(),
        resolvedBy: ama,
        resolution: "refund",
        reason: "mine",
      },
    },
    {
      definition: identityProposals.proposeChange,
      input: {
        ...said,
        change: { operation: "change-user", account_id: ama, role: "admin", tier: 3 },
      },
    },
    { definition: GetUser, input: { accountId: ama } },
    { definition: paymentsAuditTrail.getAuditTrail, input: { streamIds: [] } },
    { definition: payoutsAuditTrail.findByProviderReference, input: { providerReference: "x" } },
  ];
  let taken: Messaging;
  let key: StaffKey;

  beforeAll(async () => {
    const name = "gateway-api";
    taken = await connectNats({
      url: nats.url,
      name,
      password: secret(password),
      namespace: space,
    });
    key = await staffKeyIn(world.databases.identity);
  });
  afterAll(() => taken?.close());

  const send = ({ definition, input }: Sent, assertion?: string) =>
    taken.request(definition, input, {
      context: { correlationId: "taken-over", causationId: newId() },
      assertion,
    });
  const proofFor = async (token: string, { definition, input }: Sent) => {
    const { service, name: request } = definition;
    const bodyHash = payloadHash(jsonText(input));
    const credential = { kind: "token", token } as const;
    const asked = { credential, service, request, bodyHash, address: "198.51.100.7" } as never;
    return send({ definition: AssertStaffAct, input: asked });
  };
  const codeOf = (result: RequestResult<unknown>) =>
    result.kind === "refused" ? result.refusal.code : result.kind;
  const now = () => Math.floor(Date.now() / 1_000);

  it("cannot approve, resolve, price, promote or look by anything but identity's word for it", async () => {
    const own = { ...key, ...generateKeyPairSync("ed25519") };
    const forgeries: Readonly<Record<string, (sent: Sent) => string | undefined>> = {
      "no word": () => undefined,
      "its own word": (sent) => assertionFor(own, sent),
      "a word for another operation": (sent) => assertionFor(key, sent, { op: "identity.get-me" }),
      "a word for another body": ({ definition }) => assertionFor(key, { definition, input: {} }),
      "a word for another service": (sent) =>
        assertionFor(key, sent, {
          aud: sent.definition.service === "payments" ? "payouts" : "payments",
        }),
      "a word that is over": (sent) =>
        assertionFor(key, sent, { iat: now() - 90, exp: now() - 30 }),
    };
    const results = await Promise.all(
      acts.flatMap((sent) =>
        Object.entries(forgeries).map(async ([by, forge]) => {
          return `${sent.definition.name} by ${by}: ${codeOf(await send(sent, forge(sent)))}`;
        }),
      ),
    );
    expect(results.filter((result) => !result.endsWith(": forbidden"))).toEqual([]);
    const byAnother = acts
      .filter(({ input }) => "by" in input || "resolvedBy" in input)
      .map((sent) => send(sent, assertionFor(key, sent, { sub: newId<"AccountId">() })));
    const codes = (await Promise.all(byAnother)).map(codeOf);
    expect(new Set(codes)).toEqual(new Set(["forbidden"]));
    const logged = lines.filter((line) => line.includes('"staff-act-unproven"'));
    expect(logged).toHaveLength(results.length + byAnother.length);
    for (const service of publishingServices) {
      const rows = await world.databases[service].query(CompiledQuery.raw("select from audit_log"));
      expect(rows).toEqual([]);
    }
  });

  it("gets no word of identity by a customer's token, one of the staff that is over, or none of ours", async () => {
    const customer = await world.signUp();
    const admin = await logInAsAdmin(world);
    await world.api.call("POST", "/api/v1/auth/logout", { token: admin });
    const [look] = acts.slice(-2);
    if (look === undefined) throw new Error("no act");
    const words = await Promise.all(
      [customer.token, admin, "eyJ.eyJ.AA"].map((token) => proofFor(token, look)),
    );
    expect(words).toMatchObject([
      { refusal: { code: "forbidden" } },
      { refusal: { code: "unauthenticated" } },
      { refusal: { code: "unauthenticated" } },
    ]);
  });

  it("cannot use a second time what somebody of the staff was allowed once", async () => {
    const admin = await logInAsAdmin(world);
    const { data } = (await world.api.call("GET", "/api/v1/auth/me", { token: admin })).json<{
      data: { user: { id: string } };
    }>();
    const look = { definition: GetUser, input: { accountId: data.user.id } };
    const word = await proofFor(admin, look);
    if (word.kind !== "replied") throw new Error(word.kind);
    const { assertion } = word.data as { assertion: string };
    expect((await send(look, assertion)).kind).toBe("replied");
    expect(await send(look, assertion)).toMatchObject({ refusal: { code: "forbidden" } });
  });
});

interface Sent {
  readonly definition: RequestDefinition;
  readonly input: object;
}

/** Some fifty subjects for each user, of every kind that does harm. */
function forbidden(user: NatsUser) {
  const others = publishingServices.filter((service) => service !== user);
  const streams = publishingServices.map((service) => streamName(space, service));
  const published = [
    ...streams.flatMap((stream) => [
      `$JS.API.STREAM.DELETE.${stream}`,
      `$JS.API.STREAM.PURGE.${stream}`,
      `$JS.API.STREAM.UPDATE.${stream}`,
      `$JS.API.STREAM.MSG.DELETE.${stream}`,
      `$JS.API.STREAM.SNAPSHOT.${stream}`,
      `$JS.API.STREAM.RESTORE.${stream}`,
    ]),
    "$JS.API.STREAM.CREATE.OTHER",
    "$JS.API.ACCOUNT.PURGE.OTHER",
    "$SYS.REQ.SERVER.PING",
    // Facts, wishes and news in another's name, and answers to what another asked.
    ...others.map((service) => factSubject(space, `sanu.${service}.PaymentCompleted.v1`)),
    ...others.map((service) => relayWakeSubject(space, service)),
    ...(user === "identity" ? [] : [revocationsSubject(space)]),
    `${inboxPrefix(user === "payments" ? "payouts" : "payments")}.guessed`,
    // Where somebody wants his money, which clients of the gateway never see.
    ...(user === "payments" || user === "payouts"
      ? []
      : [requestSubject(space, "transactions", "get-destination")]),
    ...(user === "streams" ? [requestSubject(space, "identity", "log-in")] : changesOfDurables()),
    ...readingOfDurables(user),
  ];
  const subscribed = [
    ">",
    "_INBOX.>",
    `${inboxPrefix(user === "payments" ? "payouts" : "payments")}.>`,
    ...others.map((service) => requestSubject(space, service, "*")),
  ];
  return { published, subscribed };
}

/** No service may make, replace or delete a durable, its own among them. */
function changesOfDurables(): readonly string[] {
  return consumerDefinitions(space).flatMap(({ stream, durable }) => [
    `$JS.API.CONSUMER.DELETE.${stream}.${durable}`,
    `$JS.API.CONSUMER.CREATE.${stream}.${durable}`,
    `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.${durable}`,
  ]);
}

/** What others follow is not taken away from them. */
function readingOfDurables(user: NatsUser): readonly string[] {
  const others = reactionGroups.filter(({ service }) => service !== user);
  return consumerDefinitions(space, others).flatMap(({ stream, durable }) => [
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
    `$JS.ACK.${stream}.${durable}.1.1.1.1.1`,
  ]);
}

/** The subjects that the server refused, in the order of its words. */
function collectRefusals(connection: NatsConnection): readonly string[] {
  const refused: string[] = [];
  const listen = async (): Promise<void> => {
    for await (const status of connection.status()) {
      if (status.type !== "error") continue;
      const subject = /Permissions Violation for \w+ to "([^"]+)"/i.exec(status.error.message)?.[1];
      if (subject !== undefined) refused.push(subject);
    }
  };
  void listen();
  return refused;
}
