import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plusMs, systemClock } from "@sanu/kernel";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Sandbox } from "../create-sandbox.ts";
import { call, shortDelays, startSandbox, until } from "../sandbox.fixture.ts";

const delays = { ...shortDelays, slowMs: 100, holdMs: 60_000, shortHoldMs: 100 };
let sandbox: Sandbox;
let dataDir: string;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "sanu-sandbox-"));
  sandbox = await startSandbox({ dataDir, delays });
});

afterEach(async () => {
  await sandbox.close();
  rmSync(dataDir, { recursive: true });
});

function newInvoice(amountSats: string, windowMs = 60_000) {
  const preimage = randomBytes(32);
  const body = {
    payment_hash: createHash("sha256").update(preimage).digest("hex"),
    amount_sats: amountSats,
    description: "PAY_0123456789ABCDEF",
    expires_at: plusMs(systemClock.now(), windowMs),
  };
  return { body, hash: body.payment_hash, preimage: preimage.toString("hex") };
}

async function open(amountSats: string, windowMs?: number) {
  const made = newInvoice(amountSats, windowMs);
  const said = await call(`${sandbox.url}/v1/lightning/hold-invoices`, { body: made.body });
  expect(said.status).toBe(201);
  return { ...made, opened: said.body };
}

const statusOf = (hash: string) => sandbox.holdBook.find(hash)?.status;
const capture = (preimage: string) =>
  call(`${sandbox.url}/v1/lightning/captures`, { body: { preimage } });

describe("an invoice of the sandbox's node", () => {
  it("is paid by a wallet over the control interface, once, and is then only held", async () => {
    const { hash } = await open("12345");
    const invoice = sandbox.holdBook.find(hash)?.invoice;
    const pay = () => call(`${sandbox.url}/control/invoice-payments`, { body: { invoice } });
    expect((await pay()).status).toBe(204);
    expect((await pay()).status).toBe(409);
    expect(statusOf(hash)).toBe("held");
    expect(sandbox.journal.ofKind("invoice-held")).toHaveLength(1);
    expect(sandbox.journal.ofKind("invoice-captured")).toHaveLength(0);
  });

  it("takes up to twice the amount, and never less", async () => {
    const { hash } = await open("12345");
    expect(sandbox.holds.pay(hash, { amountSats: 12_344n })).toBe(false);
    expect(sandbox.holds.pay(hash, { amountSats: 24_691n })).toBe(false);
    expect(sandbox.holds.pay(hash, { amountSats: 24_690n })).toBe(true);
  });

  it("is not there for a preimage of somebody else", async () => {
    await open("12345");
    expect((await capture(randomBytes(32).toString("hex"))).status).toBe(404);
  });

  it("is not paid by the node itself", async () => {
    const { hash } = await open("12345");
    const invoice = sandbox.holdBook.find(hash)?.invoice ?? "";
    const body = { invoice, amount_sats: "12345", fee_limit_sats: "100" };
    const said = await call(`${sandbox.url}/v1/lightning/payments`, { body });
    expect(said).toMatchObject({ status: 422, body: { code: "unusable-destination" } });
  });

  it("closes when its time is over, and cannot be paid then", async () => {
    const { hash } = await open("12345", 50);
    await until("it is closed", () => statusOf(hash) === "cancelled");
    expect(sandbox.holds.pay(hash)).toBe(false);
    expect(sandbox.journal.ofKind("invoice-cancelled")).toMatchObject([{ reason: "expired" }]);
  });
});

describe("what becomes of an invoice is told by its last digits:", () => {
  it("0789 is paid at once, 0002 after a while, 0129 never", async () => {
    const [quick, slow, never] = [await open("10789"), await open("10002"), await open("10129")];
    expect(statusOf(quick.hash)).toBe("held");
    expect(slow.opened).toMatchObject({ status: "open" });
    await until("the slow one is paid", () => statusOf(slow.hash) === "held");
    expect(sandbox.holds.pay(never.hash)).toBe(false);
    expect(statusOf(never.hash)).toBe("open");
  });

  it("0333 is paid, and the money goes back by itself", async () => {
    const { hash, preimage } = await open("10333");
    await until("the money went back", () => statusOf(hash) === "cancelled");
    expect((await capture(preimage)).status).toBe(409);
    expect(sandbox.journal.ofKind("invoice-cancelled")).toMatchObject([{ reason: "timed-out" }]);
  });

  it("0444 is captured, though nobody hears so", async () => {
    const { hash, preimage } = await open("10444");
    await expect(capture(preimage)).rejects.toThrow();
    await expect(capture(preimage)).rejects.toThrow();
    expect(statusOf(hash)).toBe("captured");
    expect(sandbox.journal.ofKind("invoice-captured")).toHaveLength(1);
  });
});

it("remembers invoices after a restart, and lets slow payers pay", async () => {
  const [held, slow] = [await open("10789"), await open("10002")];
  await sandbox.close();
  sandbox = await startSandbox({ dataDir, delays });
  expect(statusOf(held.hash)).toBe("held");
  await until("the slow one is paid", () => statusOf(slow.hash) === "held");
  expect((await capture(held.preimage)).status).toBe(200);
});
