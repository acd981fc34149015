import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Sandbox } from "../create-sandbox.ts";
import { sandboxLimits } from "../limits.ts";
import { call, orderBody, startSandbox } from "../sandbox.fixture.ts";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.mistakes.clear());
afterAll(() => sandbox.close());

const Page = z.object({
  lines: z.array(z.record(z.string(), z.unknown())),
  next: z.string().nullable(),
  opening_balance: z.string().nullable(),
  closing_balance: z.string().nullable(),
});

const [from, to] = ["2026-01-01T00:00:00.000000Z", "2099-01-01T00:00:00.000000Z"];

async function read(account: string, period: Record<string, string> = {}) {
  const query = new URLSearchParams({ from, to, ...period }).toString();
  const { status, body } = await call(`${sandbox.url}/v1/statements/${account}?${query}`);
  expect(status).toBe(200);
  return Page.parse(body);
}

/** Collects 5 000 XOF; returns the key. */
async function collect(): Promise<string> {
  const body = orderBody("789");
  await call(`${sandbox.url}/v1/payments`, { body });
  return body.merchant_key;
}

async function lineOf(key: string) {
  const { lines } = await read("collections");
  return lines.filter((line) => line["merchant_key"] === key);
}

async function referenceOf(key: string): Promise<string> {
  const [line] = await lineOf(key);
  return String(line?.["reference"]);
}

describe("a statement", () => {
  it("tells what came in and went out, with our key, its cost, and the balances around it", async () => {
    const before = await read("collections");
    const key = await collect();
    const after = await read("collections");

    expect(await lineOf(key)).toMatchObject([
      { kind: "collection", amount: "5000", fee: "0", status: "settled" },
    ]);
    const grown = BigInt(after.closing_balance ?? "") - BigInt(before.closing_balance ?? "");
    expect(grown).toBe(5_000n);

    const payout = { ...orderBody("001"), number: "+2290196000001", merchant_key: "out-1" };
    await call(`${sandbox.url}/v1/disbursements`, { body: payout });
    await call(`${sandbox.url}/control/float`, { body: { amount_xof: "700" } });
    const { lines, closing_balance: closing } = await read("disbursements");
    expect(lines).toMatchObject([
      { merchant_key: "out-1", kind: "disbursement", amount: "5000", fee: "50" },
      { merchant_key: null, kind: "transfer-out" },
    ]);
    expect(closing).toBe("700");
  });

  it("keeps to its period, and a node has no balance of the past", async () => {
    await collect();
    expect((await read("collections", { from: to })).lines).toEqual([]);
    expect(await read("node-in")).toEqual({
      lines: [],
      next: null,
      opening_balance: null,
      closing_balance: null,
    });
    const { status } = await call(`${sandbox.url}/v1/statements/other?from=${from}&to=${to}`);
    expect(status).toBe(404);
  });
});

describe("a statement that lies by order", () => {
  it.each([
    [{ kind: "missing" }, []],
    [{ kind: "doubled" }, [{ amount: "5000" }, { amount: "5000" }]],
    [{ kind: "amount", by: "7" }, [{ amount: "5007" }]],
    [{ kind: "fee", by: "7" }, [{ fee: "7" }]],
    [{ kind: "state", status: "reversed" }, [{ status: "reversed" }]],
    [{ kind: "direction" }, [{ kind: "refund" }]],
  ] as const)("shows it so: %o", async (mistake, shown) => {
    const key = await collect();
    const body = { ...mistake, reference: await referenceOf(key) };
    const { status } = await call(`${sandbox.url}/control/statements`, { body });

    expect(status).toBe(204);
    expect(await lineOf(key)).toMatchObject(shown);
  });

  it("adds up all the same, unless its balance is what is wrong", async () => {
    const truly = await read("collections");
    const reference = await referenceOf(await collect());
    sandbox.mistakes.add({ kind: "extra", reference });
    const sumOf = (page: z.infer<typeof Page>) => BigInt(page.closing_balance ?? "");
    expect(sumOf(await read("collections")) - sumOf(truly)).toBe(10_000n);

    sandbox.mistakes.clear();
    sandbox.mistakes.add({ kind: "balance", account: "collections", by: 3n });
    expect(sumOf(await read("collections")) - sumOf(truly)).toBe(5_003n);
  });
});

describe("a long statement", () => {
  it("comes in pages that leave nothing out and repeat nothing", async () => {
    const payment = sandbox.payments.findByKey(await collect());
    if (payment === undefined) throw new Error("The payment is not there");
    for (let one = 0; one < sandboxLimits.statementLinesMax + 5; one += 1) {
      sandbox.gateway.receive(payment);
    }
    const references: unknown[] = [];
    let after = "0";
    for (let next: string | null = after; next !== null; after = next ?? after) {
      const page: z.infer<typeof Page> = await read("collections", { after });
      references.push(...page.lines.map((line) => line["reference"]));
      next = page.next;
    }
    const received = sandbox.journal.ofKind("money-received").map(({ receiptId }) => receiptId);
    expect(references).toEqual(received);
  });
});
