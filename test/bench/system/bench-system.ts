import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { connect } from "@nats-io/transport-node";
import {
  chooseSystemPorts,
  type Progress,
  roomyLimits,
  type System,
  startSystem,
} from "@sanu/local-stack";
import { createMailSink } from "@sanu/sandbox";
import { launch } from "../floors/launch.ts";
import { type BenchHttp, openHttp } from "./http.ts";
import { type BenchPerson, signUpPeople } from "./people.ts";
import type { BenchServers } from "./servers.ts";

/** The five services as built, each a process, with rails that answer at once. */
export interface BenchSystem {
  readonly system: System;
  readonly namespace: string;
  readonly origin: string;
  readonly http: BenchHttp;
  readonly people: readonly BenchPerson[];
  /** Ports of health and metrics by service. */
  readonly readyUrls: ReadonlyMap<string, string>;
  readonly databasePrefix: string;
  readonly railsPid: number;
  readonly railsUrl: string;
  /** How many collections the provider has begun so far. */
  readonly countCollections: () => Promise<number>;
  /** Calls back with the id of each transaction whose completion is published. */
  readonly onCompleted: (listener: (transactionId: string) => void) => void;
  readonly stop: () => Promise<void>;
}

export interface BenchSystemOptions {
  readonly linkWaitMs: number;
  readonly people?: number;
  /** Settings of payments on top of the usual ones. */
  readonly payments?: Readonly<Record<string, string>>;
  /** Settings of every service. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Node's own options for every service, for profiles. */
  readonly nodeOptions?: string;
}

export const serviceNames = [
  "identity",
  "transactions",
  "payments",
  "payouts",
  "gateway-api",
] as const;
export type ServiceName = (typeof serviceNames)[number];

export const benchSystemLimits = { basePort: 18_440, connections: 128, people: 32 } as const;

const silent: Progress = { during: (_name, work) => work(), close: () => undefined };

/** Starts a system on databases, streams and ports of its own and signs people up. */
export async function startBenchSystem(
  servers: BenchServers,
  options: BenchSystemOptions,
): Promise<BenchSystem> {
  const { ports } = await chooseSystemPorts(benchSystemLimits.basePort);
  const unique = randomBytes(4).toString("hex");
  const namespace = `b${unique}`;
  const databasePrefix = `bench_${unique}`;
  const origin = `http://127.0.0.1:${ports.api}`;
  const callbackSecret = randomBytes(24).toString("hex");
  const mail = await createMailSink({ smtpPort: ports.smtp });
  const rails = await launch(new URL("./rails-process.ts", import.meta.url), {
    PORT: String(ports.sandbox),
    CALLBACK_URL: `${origin}/webhooks/sandbox`,
    CALLBACK_SECRET: callbackSecret,
  });
  const system = await startSystem({
    folder: join(servers.folder, namespace),
    databaseUrl: servers.postgres.url,
    natsUrl: servers.nats.url,
    ports,
    progress: silent,
    namespace,
    databasePrefix,
    settings: settingsOf(options, callbackSecret),
    without: ["sandbox"],
    built: true,
  });
  const http = openHttp(origin, benchSystemLimits.connections);
  const people = await signUpPeople(http, mail, options.people ?? benchSystemLimits.people);
  const nats = await connect({ servers: servers.nats.url });
  return {
    system,
    namespace,
    origin,
    http,
    people,
    readyUrls: new Map([
      ["gateway-api", `http://127.0.0.1:${ports.gatewayHealth}/readyz`],
      ["identity", `http://127.0.0.1:${ports.identityHealth}/readyz`],
      ["transactions", `http://127.0.0.1:${ports.transactionsHealth}/readyz`],
      ["payments", `http://127.0.0.1:${ports.paymentsHealth}/readyz`],
      ["payouts", `http://127.0.0.1:${ports.payoutsHealth}/readyz`],
    ]),
    databasePrefix,
    railsPid: rails.pid,
    railsUrl: `http://127.0.0.1:${ports.sandbox}`,
    countCollections: async () => Number(Object(await rails.request()).collections),
    onCompleted(listener) {
      nats.subscribe(`${namespace}.sanu.transactions.TransactionCompleted.v1`, {
        callback: (_error, message) => listener(message.headers?.get("ce-subject") ?? ""),
      });
    },
    async stop() {
      await http.close();
      await nats.close();
      await system.stop();
      await rails.stop();
      await mail.close();
    },
  };
}

function settingsOf(options: BenchSystemOptions, callbackSecret: string) {
  const { nodeOptions, settings } = options;
  const node = { ...settings, ...(nodeOptions !== undefined && { NODE_OPTIONS: nodeOptions }) };
  return {
    "gateway-api": { ...node, ...roomyLimits, GATEWAY_TLS: "off", GATEWAY_TRUST_PROXY: "loopback" },
    identity: {
      ...node,
      ...roomyLimits,
      KYC_TIER_LIMITS_XOF: "900000000000,900000000000,900000000000,900000000000",
    },
    transactions: {
      ...node,
      LINK_WAIT_MS: String(options.linkWaitMs),
      OPEN_TRANSACTIONS_MAX: "100000",
    },
    payments: { ...node, SANDBOX_CALLBACK_SECRET: callbackSecret, ...options.payments },
    payouts: node,
  };
}

/** A number that pays at once, and one whose owner never opens the page. */
export const numbers = { paysAtOnce: "+2290190000789", usesThePage: "+2290190000100" } as const;

/** Takes the people in turn. */
export function inTurn(people: readonly BenchPerson[]): () => BenchPerson {
  let next = 0;
  return () => {
    const person = people[next % people.length];
    next += 1;
    if (person === undefined) throw new Error("Nobody signed up");
    return person;
  };
}

/** Orders a purchase under a key of its own and returns the transaction's id. */
export async function order(http: BenchHttp, person: BenchPerson, number: string): Promise<string> {
  const response: { transaction: { id: string } } = JSON.parse(
    await http.post("/api/v1/transactions/create", {
      status: 201,
      token: person.token,
      key: randomUUID(),
      body: { amount: 1_000, type: "BUY_BITCOIN", receiver_address: "ok@sandbox.sanu", number },
    }),
  );
  return response.transaction.id;
}
