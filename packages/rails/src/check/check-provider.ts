import { randomUUID } from "node:crypto";
import { type Instant, plusMs } from "@sanu/kernel";
import { nodeConnectors } from "../bitcoin/node-connectors.ts";
import type { Connector } from "../mobile-money/connector.ts";
import { connectors } from "../mobile-money/connectors.ts";
import { askOwnAddress } from "./ask-own-address.ts";
import { checkNode } from "./check-node.ts";
import { type Finding, fine, open, wrong } from "./finding.ts";
import { checkLimits, judgeAnswer, judgeCallbackAnswer, judgeClock, judgeFloats } from "./judge.ts";
import type { ProviderCheck } from "./provider-check.ts";

const ports = ["collection", "disbursement", "statement"] as const;

/** Providers of mobile money, and kinds of nodes: of these one with a name is checked under it, `lnd-one`. */
export function checkedProviders(): readonly string[] {
  const nodes = nodeConnectors.filter(({ check }) => check !== null);
  return [...connectors, ...nodes].map(({ provider }) => provider);
}

/** Asks a provider, and our own address, only what moves nothing. Throws for a provider that is none. */
export async function checkProvider(check: ProviderCheck): Promise<readonly Finding[]> {
  const connector = connectors.find(({ provider }) => provider === check.provider);
  if (connector === undefined) {
    const found = await checkNode(check);
    if (found === undefined) throw new Error(`There is no provider ${check.provider}`);
    return found;
  }
  const answered: Answered = { statedAt: null, receivedAt: check.clock.now() };
  const opening = { connector, check, answered };
  return [
    ...settingsOf(opening),
    ...(await credentialsOf(opening)),
    judgeClock(answered.receivedAt, answered.statedAt),
    await callbacksOf(check),
    ...(await balancesOf(opening)),
  ];
}

interface Answered {
  statedAt: Instant | null;
  receivedAt: Instant;
}

interface Opening {
  readonly connector: Connector;
  readonly check: ProviderCheck;
  readonly answered: Answered;
}

function mistakesIn({ connector, check }: Opening, port: (typeof ports)[number]) {
  return connector[port]?.mistakesIn(check.environment) ?? [];
}

function settingsOf(opening: Opening): readonly Finding[] {
  return ports.map((port) => {
    if (opening.connector[port] === null) return fine("settings", `${port}: not served`);
    const mistakes = mistakesIn(opening, port);
    if (mistakes.length === 0) return fine("settings", `${port}: complete`);
    const named = mistakes.map(({ name, message }) => `${name} (${message})`).join(", ");
    return wrong("settings", `${port}: ${named}`, "set them as the guide of the provider says");
  });
}

/** Opens a port that is set, asks it, and closes it. */
async function withPort<Port extends (typeof ports)[number], Result>(
  opening: Opening,
  port: Port,
  ask: (rail: ReturnType<NonNullable<Connector[Port]>["open"]>) => Promise<Result>,
): Promise<readonly Result[]> {
  const { connector, check, answered } = opening;
  const found = connector[port];
  if (found === null || mistakesIn(opening, port).length > 0) return [];
  const rail = found.open(check.environment, {
    callTimeoutMs: checkLimits.callTimeoutMs,
    onResponse(statedAt) {
      answered.statedAt = statedAt;
      answered.receivedAt = check.clock.now();
    },
  });
  try {
    return [await ask(rail as ReturnType<NonNullable<Connector[Port]>["open"]>)];
  } finally {
    await rail.close();
  }
}

/** An order that nobody made is not found by whoever takes our keys. */
async function credentialsOf(opening: Opening): Promise<readonly Finding[]> {
  const key = randomUUID();
  const now = opening.check.clock.now();
  return [
    ...(await withPort(opening, "collection", async (rail) => {
      const status = await rail.status({ key, providerReference: null });
      const isNamed = status.kind !== "unknown" || status.cause !== "never-named";
      const answer = isNamed ? status : await rail.status({ key, providerReference: key });
      return judgeAnswer("credentials", "money in, an order that nobody made", answer);
    })),
    ...(await withPort(opening, "disbursement", async (rail) =>
      judgeAnswer("credentials", "money out, our balances", await rail.floats()),
    )),
    ...(await withPort(opening, "statement", async (rail) => {
      const period = { from: plusMs(now, -60_000), to: now, cursor: null };
      const page = await rail.readPage({ account: "collections", ...period });
      return judgeAnswer("statement", "what moved in the last minute", page);
    })),
  ];
}

async function callbacksOf({ provider, environment }: ProviderCheck): Promise<Finding> {
  const publicUrl = environment["PUBLIC_URL"] ?? "";
  if (!URL.canParse(publicUrl)) {
    return open("callbacks", "PUBLIC_URL is not set", "set it to try whether callbacks reach us");
  }
  const url = new URL(`/webhooks/${provider}`, publicUrl);
  if (url.protocol !== "https:") {
    return wrong("callbacks", `${url.href}: not https`, "no provider calls back in the clear");
  }
  return judgeCallbackAnswer(url, await askOwnAddress(url));
}

async function balancesOf(opening: Opening): Promise<readonly Finding[]> {
  const read = await withPort(opening, "disbursement", (rail) => rail.floats());
  return read.flatMap(judgeFloats);
}
