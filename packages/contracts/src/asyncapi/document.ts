import { type PublishingService, publishingServices } from "../services.ts";
import { streamName } from "../streams.ts";
import { factsOfService } from "../subjects.ts";
import { type FactVersion, listFactVersions } from "./fact-schemas.ts";
import { headersSchema } from "./headers.ts";

const description = `What happened at Sanu, as facts on NATS JetStream: CloudEvents 1.0 in binary mode, data in JSON.

A stream is all facts of one service in the order in which they were committed. Delivery is at least once: the same fact may come
again, with the same \`ce-id\`. Facts of different streams have no order among them. How to consume, and what never stands in a
fact, is in \`docs/events.md\`.

Amounts are whole numbers as decimal text, and \`x-unit\` names their unit; \`currency\` is that of the field
\`currency\` beside them, where they may also be below zero. A published version never changes but by optional fields; another
meaning is another version, under another subject. Ignore fields you do not know.`;

const about: Readonly<Record<PublishingService, string>> = {
  identity: "Accounts: what they may do, and that a person was erased.",
  transactions: "Exchanges from order to end, and what the staff decided about them.",
  payments: "Money in, XOF that go back, and statements of providers.",
  payouts: "Money out, sats that go back, floats, and statements of providers and nodes.",
};

/** The AsyncAPI 3 document of every fact; `samples` has one published fact for each type. */
export function asyncApiDocument(samples: Readonly<Record<string, unknown>>): object {
  const versions = listFactVersions("draft-7");
  return {
    asyncapi: "3.1.0",
    id: "urn:sanu:facts",
    info: { title: "Sanu facts", version: "1", description },
    defaultContentType: "application/json",
    servers: {
      nats: {
        host: "{host}:4222",
        protocol: "nats",
        description: "NATS 2.12 or newer with JetStream; TLS and the name are the deployment's.",
        variables: { host: { default: "localhost" } },
        security: [{ $ref: "#/components/securitySchemes/user" }],
      },
    },
    channels: byService((service) => channelOf(service, versions)),
    operations: byService((service) => ({
      action: "send",
      title: `Facts of ${service}`,
      channel: { $ref: `#/channels/${service}` },
    })),
    components: {
      securitySchemes: { user: { type: "userPassword" } },
      messageTraits: { fact: factTrait() },
      messages: Object.fromEntries(
        versions.map((version) => [version.type, messageOf(version, samples[version.type])]),
      ),
    },
  };
}

function byService<Part>(part: (service: PublishingService) => Part): Record<string, Part> {
  return Object.fromEntries(publishingServices.map((service) => [service, part(service)]));
}

function channelOf(service: PublishingService, versions: readonly FactVersion[]): object {
  const types = versions.filter(({ fact }) => fact.service === service).map(({ type }) => type);
  return {
    address: `sanu.${service}.{fact}`,
    title: `Stream ${streamName("", service)}`,
    description: about[service],
    parameters: {
      fact: {
        description: "Name and version; filter on `<Name>.*` to see versions that come later.",
        enum: types.map((type) => type.split(".").slice(2).join(".")),
      },
    },
    messages: Object.fromEntries(
      types.map((type) => [type, { $ref: `#/components/messages/${type}` }]),
    ),
    "x-jetstream": { stream: streamName("", service), subjects: [factsOfService("", service)] },
  };
}

function factTrait(): object {
  return {
    headers: headersSchema(),
    correlationId: {
      description: "The same for all that follows from one request of a client.",
      location: "$message.header#/ce-correlationid",
    },
  };
}

function messageOf({ fact, type, schema }: FactVersion, sample: unknown): object {
  const { $schema: _dialect, ...payload } = schema;
  const { description: summary } = payload;
  return {
    name: type,
    title: `${fact.name} v${type.slice(type.lastIndexOf(".v") + 2)}`,
    ...(typeof summary === "string" ? { summary } : {}),
    tags: [{ name: type === fact.type ? "current" : "older" }],
    traits: [{ $ref: "#/components/messageTraits/fact" }],
    payload,
    examples: [{ name: "published", payload: sample }],
  };
}
