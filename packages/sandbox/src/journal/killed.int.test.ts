import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { plusMs, systemClock } from "@sanu/kernel";
import { afterEach, beforeEach, expect, it } from "vitest";
import { call, until } from "../sandbox.fixture.ts";
import type { JournalEntry } from "./entries.ts";

const limits = { sellers: 4, capturedMin: 4, readyMs: 20_000, testMs: 180_000 } as const;
const main = join(import.meta.dirname, "..", "main.ts");

let dataDir: string;
let base: string;
let process: ChildProcess | undefined;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "sanu-sandbox-"));
  base = `http://127.0.0.1:${await freePort()}`;
});

afterEach(async () => {
  await kill();
  rmSync(dataDir, { recursive: true });
});

/** Below those from which the system takes the near ends of connections: it is free again between two starts. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    const server = createServer();
    const listening = once(server, "listening").then(
      () => true,
      () => false,
    );
    server.listen(port, "127.0.0.1");
    if (!(await listening)) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}

/** A sandbox in a process of its own. */
function launch(): ChildProcess {
  return spawn(globalThis.process.execPath, [main], {
    env: {
      PATH: globalThis.process.env["PATH"],
      SANDBOX_PORT: new URL(base).port,
      SANDBOX_DATA_DIR: dataDir,
      SANDBOX_CALLBACK_SECRET: "a secret of this test, long enough for it",
      LOG_LEVEL: "fatal",
    },
    stdio: "ignore",
  });
}

/** Ready to answer. */
async function start(): Promise<void> {
  process = launch();
  for (const endsAtMs = performance.now() + limits.readyMs; performance.now() < endsAtMs; ) {
    if (
      await fetch(`${base}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await wait(20);
  }
  throw new Error("The sandbox is not ready");
}

async function kill(): Promise<void> {
  const ended = process?.exitCode === null && process.signalCode === null && once(process, "exit");
  process?.kill("SIGKILL");
  await ended;
}

/** Has invoices paid and captures them, one after the other, until nobody answers; returns which were said to be captured. */
async function sell(captured: string[]): Promise<void> {
  for (let sale = 1; ; sale += 1) {
    const preimage = randomBytes(32).toString("hex");
    const hash = createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex");
    const order = {
      payment_hash: hash,
      amount_sats: `${sale * 10_000 + 789}`,
      description: "a sale",
      expires_at: plusMs(systemClock.now(), 900_000),
    };
    try {
      await call(`${base}/v1/lightning/hold-invoices`, { body: order });
      const answer = await call(`${base}/v1/lightning/captures`, { body: { preimage } });
      if (answer.status === 200) captured.push(hash);
    } catch {
      return;
    }
  }
}

async function capturedInJournal(): Promise<ReadonlySet<string>> {
  const response = await fetch(`${base}/journal?kind=invoice-captured`);
  const { entries }: { entries: readonly JournalEntry[] } = JSON.parse(await response.text());
  return new Set(entries.flatMap((entry) => ("paymentHash" in entry ? [entry.paymentHash] : [])));
}

it("has every capture that it answered for in its journal, though another one is started beside it and it is killed", {
  timeout: limits.testMs,
}, async () => {
  const captured: string[] = [];
  await start();
  const selling = Array.from({ length: limits.sellers }, () => sell(captured));
  await until("some sats were taken", () => captured.length >= limits.capturedMin);
  // It reads the journal while the first one appends to it, and ends: the port is taken.
  const [code] = await once(launch(), "exit");
  expect(code).not.toBe(0);
  const before = captured.length;
  await until("more sats were taken", () => captured.length >= before + limits.capturedMin);
  await kill();
  await Promise.all(selling);
  await start();
  const inJournal = await capturedInJournal();
  expect(captured.filter((hash) => !inJournal.has(hash))).toEqual([]);
  for (const hash of captured.slice(-limits.sellers)) {
    const { body } = await call(`${base}/v1/lightning/hold-invoices/${hash}`);
    expect(body).toMatchObject({ status: "captured" });
  }
});
