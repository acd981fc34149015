import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Sandbox, SandboxOptions } from "../create-sandbox.ts";
import { statusOf } from "../gateway/payment.ts";
import { sendStatusOf } from "../node/send.ts";
import { call, orderBody, soonExpired, startSandbox, until } from "../sandbox.fixture.ts";

let dataDir: string;
let sandbox: Sandbox;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "sanu-sandbox-"));
  sandbox = await startSandbox({ dataDir, delays: soonExpired });
});

afterEach(async () => {
  await sandbox.close();
  rmSync(dataDir, { recursive: true });
});

async function restart(delays: SandboxOptions["delays"] = soonExpired): Promise<void> {
  await sandbox.close();
  sandbox = await startSandbox({ dataDir, delays });
}

async function order(lastDigits: string): Promise<string> {
  const body = orderBody(lastDigits);
  await call(`${sandbox.url}/v1/payments`, { body });
  return body.merchant_key;
}

function statusNow(key: string) {
  const payment = sandbox.payments.findByKey(key);
  return payment === undefined ? undefined : statusOf(payment);
}

describe("after its restart the sandbox", () => {
  it("remembers every payment under its key, and numbers its entries on", async () => {
    const key = await order("789");
    const before = sandbox.journal.all();
    await restart();
    expect(statusNow(key)).toBe("completed");
    expect(sandbox.journal.all()).toEqual(before);
    await order("789");
    const numbers = sandbox.journal.all().map(({ seq }) => seq);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it("lets slow payers pay and unpaid orders expire", async () => {
    const [slow, unpaid, late] = [await order("002"), await order("001"), await order("333")];
    await restart();
    await until("the slow one has paid", () => statusNow(slow) === "completed");
    await until("the late one has paid", () => statusNow(late) === "completed");
    expect(statusNow(unpaid)).toBe("expired");
  });

  it("lets a payment that had expired still come late", async () => {
    // Only behind its restart is it paid.
    await restart({ ...soonExpired, lateMs: 3_600_000 });
    const key = await order("333");
    await until("the order has expired", () => statusNow(key) === "expired");
    await restart();
    await until("the late one has paid", () => statusNow(key) === "completed");
    expect(sandbox.journal.ofKind("payment-failed")).toHaveLength(1);
  });

  it("lets slow sends settle, and pays no invoice twice", async () => {
    const { invoice } = sandbox.node.issueInvoice("slow@sandbox.sanu", 8_169n);
    const pay = { invoice, amountSats: 8_169n, feeLimitSats: 100n };
    sandbox.node.pay(pay);
    await restart();
    expect(sandbox.node.pay(pay)).toMatchObject({ kind: "send", isRepeated: true });
    const isSettled = () => sandbox.sends.all().every((send) => sendStatusOf(send) === "settled");
    await until("the send has settled", isSettled);
    expect(sandbox.journal.ofKind("send-accepted")).toHaveLength(1);
  });

  it("leaves out a line that a kill cut short, and writes on behind it", async () => {
    const key = await order("789");
    await sandbox.close();
    appendFileSync(join(dataDir, "journal.jsonl"), '{"kind":"payment-crea');
    sandbox = await startSandbox({ dataDir, delays: soonExpired });
    const second = await order("789");
    await restart();
    expect([statusNow(key), statusNow(second)]).toEqual(["completed", "completed"]);
  });

  it("has taken nothing out of its journal, whose other writer may still be there", async () => {
    const key = await order("789");
    const file = join(dataDir, "journal.jsonl");
    appendFileSync(file, '{"kind":"invoice-capt');
    const before = readFileSync(file, "utf8");
    const second = await startSandbox({ dataDir, delays: soonExpired });
    const other = await order("789");
    await second.close();
    expect(readFileSync(file, "utf8").startsWith(before)).toBe(true);
    await restart();
    expect([statusNow(key), statusNow(other)]).toEqual(["completed", "completed"]);
  });
});
