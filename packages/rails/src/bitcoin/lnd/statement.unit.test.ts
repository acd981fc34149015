import { instantOfEpochMs } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import type { StatementLine } from "../../ports/statement-rail.ts";
import type { LndAnswer } from "./answer.ts";
import type { LndClient, LndRequest } from "./client.ts";
import { hastened } from "./hastened.fixture.ts";
import { answerOf } from "./samples/read-samples.fixture.ts";
import { paymentLimits } from "./send/pay.ts";
import { createLndStatementRail, statementLimits } from "./statement.ts";

const from = instantOfEpochMs(1_795_366_000_000);
const to = instantOfEpochMs(1_795_366_226_000);

function railOf(answer: (request: LndRequest) => LndAnswer) {
  const asked: string[] = [];
  const client: LndClient = {
    async call(request) {
      asked.push(request.path);
      return answer(request);
    },
    stream: async function* () {},
    close: async () => undefined,
  };
  return { asked, rail: createLndStatementRail(client, { provider: "lnd", callTimeoutMs: 1_000 }) };
}

/** A node of which nothing has moved but what `invoices` say. */
function nodeWith(invoices: readonly unknown[], last = "15") {
  return railOf(({ path }) => {
    if (path.startsWith("/v1/getinfo")) return answerOf("a01-getinfo");
    const lists = {
      invoices,
      last_index_offset: last,
      payments: [],
      forwarding_events: [],
      last_offset_index: 0,
      transactions: [],
    };
    return { kind: "answer", json: lists };
  });
}

const settled = answerOf("c21-hodl-settled");
const invoice = settled.kind === "answer" ? settled.json : null;

async function readAll({ rail }: ReturnType<typeof railOf>, account: string) {
  const cursors: (string | null)[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await rail.readPage({ account, from, to, cursor });
    if (page.kind !== "accepted") return { cursors, end: page };
    cursor = page.value.next;
    cursors.push(cursor);
    if (cursor === null) return { cursors, end: page };
  }
}

describe("the statement of a node", () => {
  it("goes through everything that moves sats in, and out, one kind after the other", async () => {
    const node = nodeWith([]);
    expect(await readAll(node, "node-in")).toMatchObject({
      cursors: ["forwards:0", "chain-in:0", null],
    });
    expect(await readAll(node, "node-out")).toMatchObject({ cursors: ["chain-out:0", null] });
    expect(node.asked.map((path) => path.split("?")[0])).toEqual([
      "/v1/invoices",
      "/v1/switch",
      "/v1/getinfo",
      "/v1/transactions",
      "/v1/payments",
      "/v1/getinfo",
      "/v1/transactions",
    ]);
  });

  it("goes on behind a full page, and leaves out what moved outside its period", async () => {
    const full = nodeWith(Array.from({ length: statementLimits.pageMax }, () => invoice));
    const first = await full.rail.readPage({ account: "node-in", from, to, cursor: null });
    expect(first).toMatchObject({ value: { next: "invoices:15", lines: [], balances: null } });
    const whole = { account: "node-in", from, to: instantOfEpochMs(1_795_366_228_000) };
    const inside = await full.rail.readPage({ ...whole, cursor: null });
    expect(inside.kind === "accepted" && inside.value.lines.length).toBe(statementLimits.pageMax);
    const again = await full.rail.readPage({ ...whole, cursor: "invoices:15" });
    expect(again).toEqual({ kind: "unknown", cause: "unexpected-response" });
  });

  it.each(["14", "0", "9".repeat(2_000)])("does not go on from place 15 to %s", async (last) => {
    const full = nodeWith(
      Array.from({ length: statementLimits.pageMax }, () => invoice),
      last,
    );
    const page = { account: "node-in", from, to, cursor: "invoices:15" };
    expect((await full.rail.readPage(page)).kind).toBe("unknown");
  });

  it("asks for what was made well before the period, for it can have moved in it", async () => {
    const node = nodeWith([]);
    await node.rail.readPage({ account: "node-in", from, to, cursor: null });
    const seconds = (1_795_366_000_000 - statementLimits.madeBeforeMs) / 1_000;
    expect(node.asked[0]).toContain(`creation_date_start=${seconds}&creation_date_end=1795366226`);
  });

  it("has a payment that hung for as long as its time lock lets it, and arrived then", async () => {
    const settledMs = 1_795_366_100_000;
    const hash = "ab".repeat(32);
    const hung = {
      payment_hash: hash,
      status: "SUCCEEDED",
      value_msat: "50000000",
      fee_msat: "1000",
      creation_date: String((settledMs - paymentLimits.cltvLimitBlocks * 600_000) / 1_000),
      htlcs: [{ status: "SUCCEEDED", resolve_time_ns: `${settledMs}000000` }],
    };
    const node = railOf(({ path }) => {
      const start = new URLSearchParams(path.split("?")[1]).get("creation_date_start");
      const payments = [hung].filter((one) => Number(one.creation_date) >= Number(start));
      return { kind: "answer", json: { payments, last_index_offset: "1" } };
    });
    const query = { account: "node-out", from, to, cursor: null };
    expect(await node.rail.readPage(query)).toMatchObject({ value: { lines: [{ key: hash }] } });
  });

  it("counts places on chain from one block, whatever blocks come meanwhile", async () => {
    const sample = answerOf("g15-transactions-unconfirmed");
    const { transactions: [one] = [] } = (sample.kind === "answer" ? sample.json : {}) as {
      readonly transactions?: readonly unknown[];
    };
    let height = 900_000;
    const node = railOf(({ path }) => {
      if (!path.startsWith("/v1/getinfo")) {
        const count = path.includes("index_offset=0&") ? statementLimits.pageMax : 1;
        return { kind: "answer", json: { transactions: Array(count).fill(one) } };
      }
      height += 1;
      return { kind: "answer", json: { block_height: height, synced_to_chain: true } };
    });
    const query = { account: "node-out", from, to };
    const first = await node.rail.readPage({ ...query, cursor: "chain-out:0" });
    const cursor = first.kind === "accepted" ? first.value.next : null;
    expect(await node.rail.readPage({ ...query, cursor })).toMatchObject({ value: { next: null } });
    const starts = node.asked.flatMap((path) => /start_height=(\d+)/.exec(path)?.[1] ?? []);
    expect(starts).toHaveLength(2);
    expect(starts[1]).toBe(starts[0]);
  });

  it("has with a payout what hastened it, also where the border of a page stands between them", async () => {
    const { pageMax } = statementLimits;
    const before = Array.from({ length: pageMax - 1 }, (_, at) => ({
      ...hastened.child,
      tx_hash: at.toString(16).padStart(64, "0"),
      block_height: 461,
      previous_outpoints: [],
    }));
    const wallet = [...before, hastened.payout, hastened.child];
    const node = railOf(({ path }) => {
      if (path.startsWith("/v1/getinfo")) return answerOf("a01-getinfo");
      const offset = Number(/index_offset=(\d+)/.exec(path)?.[1]);
      // lnd pages from the oldest block on, and turns what stands on a page.
      const transactions = wallet.slice(offset, offset + pageMax).toReversed();
      return { kind: "answer", json: { transactions } };
    });
    const whole = { account: "node-out", from, to: instantOfEpochMs(1_795_446_000_000) };
    const lines: StatementLine[] = [];
    for (let cursor: string | null = "chain-out:0"; cursor !== null; ) {
      const page = await node.rail.readPage({ ...whole, cursor });
      if (page.kind !== "accepted") throw new Error(JSON.stringify(page));
      lines.push(...page.value.lines);
      cursor = page.value.next;
    }
    expect(lines).toHaveLength(pageMax);
    expect(lines.filter(({ kind }) => kind === "send")).toMatchObject([
      { key: hastened.txid, amount: 50_000n, fee: 266n },
    ]);
  });

  it("goes on where one block fills a page", async () => {
    const node = railOf(({ path }) => {
      if (path.startsWith("/v1/getinfo")) return answerOf("a01-getinfo");
      const count = path.includes("index_offset=0&") ? statementLimits.pageMax : 1;
      return { kind: "answer", json: { transactions: Array(count).fill(hastened.child) } };
    });
    const query = { account: "node-out", from, to };
    const first = await node.rail.readPage({ ...query, cursor: "chain-out:0" });
    expect(first).toMatchObject({ value: { next: expect.stringMatching(/^chain-out:200:/) } });
  });

  it("says nothing of blocks that the node does not see yet", async () => {
    const behind = railOf(({ path }) =>
      path === "/v1/getinfo"
        ? { kind: "answer", json: { block_height: 459, synced_to_chain: false } }
        : { kind: "answer", json: { transactions: [] } },
    );
    const query = { account: "node-in", from, to, cursor: "chain-in:0" };
    expect(await behind.rail.readPage(query)).toEqual({ kind: "unknown", cause: "node-behind" });
  });

  it("is of no other account, and of no page that it did not name", async () => {
    const { rail } = nodeWith([]);
    const query = { from, to, cursor: null };
    for (const account of ["collections", "constructor"]) {
      expect(await rail.readPage({ ...query, account })).toMatchObject({ kind: "rejected" });
    }
    const elsewhere = { ...query, account: "node-in", cursor: "payments:0" };
    expect((await rail.readPage(elsewhere)).kind).toBe("unknown");
  });
});
