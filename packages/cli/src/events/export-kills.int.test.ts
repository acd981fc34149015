import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { connectNats, type Messaging } from "@sanu/platform";
import {
  announcedSeed,
  isLongRun,
  makeStream,
  publishFacts,
  purchaseFacts,
  randomFrom,
  testNamespace,
  testNatsUrl,
} from "@sanu/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hashesIn } from "./export-folder.fixture.ts";

const counts = isLongRun()
  ? { facts: 1_000_000, days: 30, kills: 20, blockFacts: 25_000 }
  : { facts: 4_000, days: 2, kills: 2, blockFacts: 400 };
const space = testNamespace();
const folder = mkdtempSync(join(tmpdir(), "sanu-kills-"));
let messaging: Messaging;

beforeAll(async () => {
  messaging = await connectNats({ url: testNatsUrl(), name: "test", namespace: space });
  await makeStream(messaging, "transactions");
  await publishFacts(messaging, purchaseFacts(counts.facts, counts.days));
}, 1_800_000);

afterAll(async () => {
  await messaging?.close();
  rmSync(folder, { recursive: true, force: true });
});

function begin(out: string, format: string): ChildProcess {
  const program = join(import.meta.dirname, "export-process.fixture.ts");
  return spawn(process.execPath, [program, join(folder, out), `${counts.blockFacts}`, format], {
    env: { ...process.env, NATS_NAMESPACE: space },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Waits until it has begun; returns the milliseconds from then to its end, as long as nobody kills it. */
async function lastOf(running: ChildProcess): Promise<{ readonly took: Promise<number> }> {
  if (running.stdout === null) throw new Error("It says nothing");
  const ended = once(running, "exit");
  await once(createInterface(running.stdout), "line");
  const startedAt = performance.now();
  const took = ended.then(([code]) => {
    if (code !== 0) throw new Error(`The export ended with ${String(code)}`);
    return performance.now() - startedAt;
  });
  took.catch(() => undefined);
  return { took };
}

it.each(["jsonl", "parquet"])(
  "%s killed at random moments has, in the end, every byte of an export in one go",
  async (format) => {
    const random = randomFrom(announcedSeed("the moments of the kills"));
    const whole = `whole-${format}`;
    const wholeMs = await (await lastOf(begin(whole, format))).took;
    for (let kill = 0; kill < counts.kills; kill += 1) {
      const running = begin(`killed-${format}`, format);
      await lastOf(running);
      // What is done stays done: each try goes on where the one before was killed.
      await sleep((random() * wholeMs * 2) / counts.kills);
      running.kill("SIGKILL");
      if (running.exitCode === null && running.signalCode === null) await once(running, "exit");
    }
    await (await lastOf(begin(`killed-${format}`, format))).took;

    const expected = hashesIn(join(folder, whole));
    expect(expected.length).toBeGreaterThan(counts.days);
    expect(hashesIn(join(folder, `killed-${format}`))).toEqual(expected);
  },
);
