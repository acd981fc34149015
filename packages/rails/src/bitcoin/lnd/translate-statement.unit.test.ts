import { describe, expect, it } from "vitest";
import { isUnknownAfter } from "../../http/unknown-after.fixture.ts";
import { type LndAnswer, readAnswer } from "./answer.ts";
import { hastened, notHastening } from "./hastened.fixture.ts";
import { answerOf } from "./samples/read-samples.fixture.ts";
import {
  readForwards,
  readInvoices,
  readPayments,
  readTransactions,
} from "./translate-statement.ts";

const said = (json: object): LndAnswer => ({ kind: "answer", json });
const page = { kind: "page" };
const first = { offset: "0", pageMax: 200 };

describe("a list of invoices", () => {
  it.each([
    ["d00-invoices-list", { ...page, lines: [], count: 1, last: "15" }],
    ["h11-invoices-page", { ...page, lines: [], count: 1, last: "1" }],
  ])("tells nothing of what is open: %s", (id, reading) => {
    expect(readInvoices(answerOf(id))).toEqual(reading);
  });

  it("tells what is ours, by its hash, and not what was let go", () => {
    const [settled, cancelled] = ["c21-hodl-settled", "c28-hodl-canceled"].map((id) => {
      const answer = answerOf(id);
      return answer.kind === "answer" ? answer.json : null;
    });
    const list = said({ invoices: [settled, cancelled], last_index_offset: "9" });
    const reference = "a25c3e96e2844ed0298a8863a0b9115bab195b871ee00048d7c6ede94a8ad634";
    expect(readInvoices(list)).toEqual({
      ...page,
      count: 2,
      last: "9",
      lines: [
        {
          reference,
          key: reference,
          kind: "capture",
          currency: "SATS",
          amount: 2_000n,
          fee: 0n,
          state: "settled",
          at: "2026-11-22T16:50:27.000000Z",
        },
      ],
    });
  });

  it.each(["", "4-", "olw+luKETtApiohjoLkRW6sZW4ce4ABI18bt6UqK1jQ=".repeat(100)])(
    "is none with %j in the place of a hash",
    (r_hash) => {
      const settled = answerOf("c21-hodl-settled");
      const json = settled.kind === "answer" ? Object(settled.json) : {};
      const list = said({ invoices: [{ ...json, r_hash }], last_index_offset: "9" });
      expect(readInvoices(list).kind).toBe("unknown");
    },
  );

  isUnknownAfter((given) => readInvoices(readAnswer(given)));
});

describe("a list of payments", () => {
  const payment = {
    payment_hash: "ab".repeat(32),
    status: "SUCCEEDED",
    value_msat: "2000000",
    fee_msat: "1002",
    htlcs: [
      { status: "SUCCEEDED", resolve_time_ns: "1795366227726295423" },
      { status: "SUCCEEDED", resolve_time_ns: "1795366228000000000" },
      { status: "FAILED", resolve_time_ns: "1795366299000000000" },
    ],
  };
  const listOf = (change: object) =>
    said({ payments: [{ ...payment, ...change }], last_index_offset: "3" });

  it("has a line for each that succeeded, when its last part did, and a fee that is no fraction", () => {
    expect(readPayments(listOf({}))).toMatchObject({
      lines: [{ kind: "send", amount: 2_000n, fee: 2n, at: "2026-11-22T16:50:28.000000Z" }],
      count: 1,
    });
    for (const status of ["FAILED", "IN_FLIGHT", "INITIATED"]) {
      expect(readPayments(listOf({ status }))).toMatchObject({ lines: [], count: 1 });
    }
  });

  it("is none where a payment that succeeded has no moment", () => {
    const htlcs = [{ status: "SUCCEEDED", resolve_time_ns: "0" }];
    expect(readPayments(listOf({ htlcs })).kind).toBe("unknown");
    expect(readPayments(listOf({ payment_hash: "somebody's" })).kind).toBe("unknown");
  });

  it("is none where it tells of more than there is of bitcoin", () => {
    expect(readPayments(listOf({ value_msat: "2100000000000000000" })).kind).toBe("page");
    expect(readPayments(listOf({ value_msat: "2100000000000001000" })).kind).toBe("unknown");
    expect(readPayments(listOf({ fee_msat: "9223372036854775807" })).kind).toBe("unknown");
  });

  it("is read as a node wrote it", () => {
    expect(readPayments(answerOf("h12-payments-empty-page"))).toMatchObject({ count: 0 });
  });

  isUnknownAfter((given) => readPayments(readAnswer(given)));
});

describe("what was earned by forwarding", () => {
  it("is one line for a page, in whole sats", () => {
    const event = (fee_msat: string, timestamp: string) => ({ fee_msat, timestamp });
    const events = [event("1002", "1795366227"), event("999", "1795366230")];
    const list = said({ forwarding_events: events, last_offset_index: 2 });
    expect(readForwards(list, "100-0")).toMatchObject({
      lines: [
        { reference: "forwarding-100-0-2", key: null, kind: "transfer-in", amount: 2n, fee: 0n },
      ],
      count: 2,
    });
    const small = said({ forwarding_events: [event("999", "1795366230")], last_offset_index: 1 });
    expect(readForwards(small, "100-0")).toMatchObject({ lines: [], count: 1 });
    const much = Array.from({ length: 3 }, () => event("2100000000000000000", "1795366230"));
    const more = said({ forwarding_events: much, last_offset_index: 3 });
    expect(readForwards(more, "100-0").kind).toBe("unknown");
  });

  isUnknownAfter((given) => readForwards(readAnswer(given), "0"));
});

describe("a list of transactions", () => {
  const sample = answerOf("g15-transactions-unconfirmed");
  const [paid] =
    sample.kind === "answer"
      ? (sample.json as { readonly transactions: readonly object[] }).transactions
      : [];
  const listOf = (...changes: readonly object[]) =>
    said({ transactions: changes.map((change) => ({ ...paid, ...change })) });
  const confirmed = { num_confirmations: 1 };

  it("tells nothing of what no block has, and counts it", () => {
    expect(readTransactions(sample, "out", first)).toMatchObject({
      lines: [],
      count: 1,
      last: "1",
    });
    const nothing = answerOf("g15b-transactions-confirmed-only");
    expect(readTransactions(nothing, "out", { ...first, offset: "7" })).toMatchObject({
      count: 0,
      last: "7",
    });
  });

  it("tells what went to others under its id, and what that cost", () => {
    const reference = "e4b64d347f0ed136febfbdb56b45c759025d7feb929244baebdff634140f77e4";
    expect(readTransactions(listOf(confirmed), "out", first)).toMatchObject({
      lines: [{ reference, key: reference, kind: "send", amount: 50_000n, fee: 765n }],
    });
    expect(readTransactions(listOf(confirmed), "in", first)).toMatchObject({ lines: [], count: 1 });
  });

  it("takes what the node does for its channels for no payout", () => {
    const opened = { ...confirmed, label: "0:openchannel:shortchanid-499178279075840" };
    expect(readTransactions(listOf(opened), "out", first)).toMatchObject({
      lines: [{ key: null, kind: "transfer-out", amount: 50_000n, fee: 765n }],
    });
  });

  it("tells what came in", () => {
    const came = { ...confirmed, amount: "1250000000", total_fees: "0" };
    expect(readTransactions(listOf(came), "in", first)).toMatchObject({
      lines: [{ kind: "transfer-in", amount: 1_250_000_000n, fee: 0n }],
    });
    expect(readTransactions(listOf(came), "out", first)).toMatchObject({ lines: [] });
  });

  it("has with a payout what hastened it, as our log has", () => {
    const { lines } = readTransactions(listOf(hastened.child, hastened.payout), "out", first) as {
      readonly lines: readonly object[];
    };
    const key = hastened.txid;
    expect(lines).toMatchObject([{ kind: "send", key, amount: 50_000n, fee: 266n }]);
  });

  it("has a line for each who was paid by one transaction, and its fees are all of theirs", () => {
    const [own, change] = hastened.payout.output_details;
    const outputs = [
      { ...own, output_index: "2", amount: "30000" },
      change,
      { ...own, amount: "20000" },
      { ...own, output_index: "3", amount: "100" },
    ];
    const label = `sanu batch:${hastened.txid}:1`;
    const batch = { ...hastened.payout, output_details: outputs, label };
    const lineOf = (output: number, amount: bigint, fee: bigint) => {
      const key = `${hastened.txid}:${output}`;
      return { reference: key, key, kind: "send", amount, fee };
    };
    const { lines } = readTransactions(listOf(batch, hastened.child), "out", first) as {
      readonly lines: readonly object[];
    };
    expect(lines).toMatchObject([
      lineOf(0, 20_000n, 89n),
      lineOf(2, 30_000n, 89n),
      lineOf(3, 100n, 88n),
    ]);
  });

  it.each(["abc", "", "1.5", "-1"])("is none with an output at %j", (output_index) => {
    const [own, change] = hastened.payout.output_details;
    const label = `sanu batch:${hastened.txid}:1`;
    const batch = { ...hastened.payout, label, output_details: [{ ...own, output_index }, change] };
    expect(readTransactions(listOf(batch), "out", first).kind).toBe("unknown");
  });

  it.each(notHastening)("leaves what %s to the node", (_, change) => {
    const listed = listOf(hastened.payout, { ...hastened.child, ...change });
    const { lines } = readTransactions(listed, "out", first) as { lines: readonly object[] };
    expect(lines[0]).toMatchObject({ key: hastened.txid, fee: 154n });
  });

  isUnknownAfter((given) => readTransactions(readAnswer(given), "in", first));
});
