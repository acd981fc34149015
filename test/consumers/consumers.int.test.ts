import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import {
  defineFact,
  inboxPrefix,
  natsAuthorization,
  streamName,
  TransactionCompleted,
  TransactionFailed,
} from "@sanu/contracts";
import { newId, systemClock } from "@sanu/kernel";
import { startNats } from "@sanu/local-stack";
import { applyStreams, connectNats, type Messaging, secret } from "@sanu/platform";
import {
  eventually,
  type FactSource,
  startFactSource,
  testNamespace,
  testNatsUrl,
} from "@sanu/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { type Consumer, findConsumers } from "./find-consumers.ts";

const limits = { testMs: 120_000, publishedBefore: 12, publishedBehind: 8 } as const;
const url = testNatsUrl();
const namespace = testNamespace();
const stream = streamName(namespace, "transactions");
/** What a release that is not yet known may publish. */
const OfNextRelease = defineFact({
  service: "transactions",
  name: "TransactionCompleted",
  version: 2,
  schema: z.object({ unheardOf: z.string() }),
});
const State = z.object({ sequence: z.number(), xof: z.record(z.string(), z.string()) });

const consumers = findConsumers();
const sums: Record<string, bigint> = {};
let published = 0;
let messaging: Messaging;
let source: FactSource;
let folder: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sanu-consumers-"));
  await applyStreams({ url, namespace, replicas: 1 });
  messaging = await connectNats({ url, name: "test", namespace });
  source = await startFactSource("transactions", messaging);
});

afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});

afterAll(async () => {
  await source.stop();
  await messaging.close();
  rmSync(folder, { recursive: true });
});

async function publishFacts(count: number, to = source): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    published += 1;
    const [transactionId, accountId] = [newId<"TransactionId">(), newId<"AccountId">()];
    const transactionType = published % 2 === 0 ? "BUY_BITCOIN" : "SELL_BITCOIN";
    const amountXof = String(1_000 * published + 1);
    const ofTransaction = { transactionId, accountId, transactionType, amountXof } as const;
    const at = systemClock.now();
    if (published % 3 === 0) {
      const failed = { ...ofTransaction, reason: "declined", failedAt: at } as const;
      await to.publish(TransactionFailed, transactionId, failed);
    } else {
      const completed = { amountSats: "1", payoutId: newId<"PayoutId">(), completedAt: at };
      await to.publish(TransactionCompleted, transactionId, { ...ofTransaction, ...completed });
      sums[transactionType] = (sums[transactionType] ?? 0n) + BigInt(amountXof);
    }
  }
}

const fileOf = ({ language }: Consumer) => join(folder, `${language}.json`);
const stateOf = (consumer: Consumer) =>
  existsSync(fileOf(consumer))
    ? State.parse(JSON.parse(readFileSync(fileOf(consumer), "utf8")))
    : undefined;

function start(consumer: Consumer, given: Readonly<Record<string, string>> = {}): ChildProcess {
  const [program, ...args] = consumer.command;
  const env = { ...process.env, NATS_URL: url, SANU_STREAM: stream, ...given };
  const child = spawn(program, [...args, fileOf(consumer)], { env, stdio: "pipe" });
  running.add(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const isGone = once(child, "exit");
  child.kill("SIGKILL");
  await isGone;
  running.delete(child);
}

function expectAllAddedUp(consumer: Consumer): Promise<true> {
  const sorted = (rows: Iterable<readonly [string, unknown]>) =>
    [...rows]
      .map(([type, xof]) => `${type} ${String(xof)}`)
      .toSorted()
      .join(", ");
  const wanted = sorted(Object.entries(sums));
  const added = () => sorted(Object.entries(stateOf(consumer)?.xof ?? {}));
  return eventually(`${wanted} is what ${consumer.language} added up`, () => added() === wanted);
}

/** The same facts under other numbers, as after a stream that was lost was made anew by hand and filled by the relay. */
async function makeStreamAnew(firstSequence: number): Promise<void> {
  const { streams } = await jetstreamManager(messaging.connection);
  const { config } = await streams.info(stream);
  await streams.delete(stream);
  await streams.add({ ...config, first_seq: firstSequence });
  const isFilled = async () => (await streams.info(stream)).state.messages === published;
  await eventually("the relay filled it", isFilled);
}

describe("a consumer of docs/events.md", { timeout: limits.testMs }, () => {
  it("is there in TypeScript at least", () => {
    expect(consumers.map(({ language }) => language)).toContain("TypeScript");
  });

  it("adds up every fact once, killed in the middle and started again", async () => {
    await publishFacts(limits.publishedBefore);
    for (const consumer of consumers) {
      const child = start(consumer);
      await eventually("it has begun", () => stateOf(consumer) !== undefined);
      await kill(child);
    }
    await publishFacts(limits.publishedBehind);
    for (const consumer of consumers) {
      const child = start(consumer);
      await expectAllAddedUp(consumer);
      await kill(child);
    }
  });

  it("adds up nothing twice when the stream was made anew and numbers its facts otherwise", async () => {
    await makeStreamAnew(1_001);
    await publishFacts(2);
    for (const consumer of consumers) {
      const child = start(consumer);
      await expectAllAddedUp(consumer);
      expect(stateOf(consumer)?.sequence).toBeGreaterThan(1_000);
      await kill(child);
    }
  });

  it("stops at a version that it does not know, rather than pass over it", async () => {
    await source.publish(OfNextRelease, newId(), { unheardOf: "x" });
    for (const consumer of consumers) {
      const before = stateOf(consumer);
      const [code] = await once(start(consumer), "exit");
      expect([consumer.language, code]).not.toEqual([consumer.language, 0]);
      expect(stateOf(consumer)).toEqual(before);
    }
  });

  it("reads as the user analyst, who may hear nothing but an inbox of its own", async () => {
    const password = secret("right");
    const guarded = await startNats({
      storeDir: join(folder, "nats"),
      authorization: natsAuthorization("", () => JSON.stringify("right")),
    });
    onTestFinished(() => guarded.stop());
    const server = { url: guarded.url, namespace: "", password };
    await applyStreams({ ...server, replicas: 1 });
    const service = await connectNats({ ...server, name: "transactions" });
    onTestFinished(() => service.close());
    const facts = await startFactSource("transactions", service);
    onTestFinished(() => facts.stop());
    await publishFacts(1, facts);
    const login = { NATS_URL: guarded.url, NATS_USER: "analyst", NATS_PASSWORD: "right" };
    // What Python's ordered consumer asks of the server this user may not.
    for (const consumer of consumers.filter(({ language }) => language !== "Python")) {
      rmSync(fileOf(consumer), { force: true });
      const given = { ...login, NATS_INBOX: inboxPrefix("analyst"), SANU_STREAM: "TRANSACTIONS" };
      const child = start(consumer, given);
      await eventually(`${consumer.language} has read it`, () => stateOf(consumer)?.sequence === 1);
      await kill(child);
    }
  });
});
