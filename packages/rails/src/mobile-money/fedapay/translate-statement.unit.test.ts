import { instant } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { key, response } from "../../http/samples.ts";
import { isUnknownAfter } from "../../http/unknown-after.fixture.ts";
import { approved, list, meta, payout, payoutList, sent, transaction } from "./samples.ts";
import { cursorOf, type ListCursor, readStatedPage } from "./translate-statement.ts";

const query = {
  account: "collections",
  from: instant("2026-11-21T07:00:00.000000Z"),
  to: instant("2026-11-21T08:00:00.000000Z"),
  cursor: null,
};
const first: ListCursor = { list: "transactions", page: 1, below: null };
const payouts: ListCursor = { list: "payouts", page: 1, below: null };
const out = { ...query, account: "disbursements" };
const read = (given = list(), at = first, asked = query) => readStatedPage(given, asked, at);
const refund = { ...sent, custom_metadata: { sanu_kind: "refund" } };

describe("a page of a statement", () => {
  it("has a line for what came in, under our key and with what it cost us", () => {
    expect(read(list({ ...approved, amount_transferred: 4_910 }))).toMatchObject({
      kind: "accepted",
      value: {
        lines: [
          {
            reference: "104821",
            key,
            kind: "collection",
            currency: "XOF",
            amount: 5_000n,
            fee: 90n,
            state: "settled",
            at: "2026-11-21T07:47:10.001000Z",
          },
        ],
        balances: null,
      },
    });
  });

  it.each([
    ["pending", "pending"],
    ["approved", "settled"],
    ["transferred", "settled"],
    ["refunded", "reversed"],
    ["approved_partially_refunded", "reversed"],
    ["transferred_partially_refunded", "reversed"],
    ["declined", "failed"],
    ["canceled", "failed"],
    ["expired", "failed"],
  ])("says of a transaction that is %s: %s", (status, state) => {
    expect(read(list({ ...approved, status }))).toMatchObject({ value: { lines: [{ state }] } });
  });

  it.each([
    ["pending", "pending"],
    ["scheduled", "pending"],
    ["started", "pending"],
    ["processing", "pending"],
    ["sent", "settled"],
    ["failed", "failed"],
  ])("says of a payout that is %s: %s", (status, state) => {
    const page = read(payoutList({ ...sent, status }), payouts, out);
    expect(page).toMatchObject({ value: { lines: [{ kind: "disbursement", state }] } });
  });

  it("keeps refunds on the account of what was collected, and what was ordered by hand apart", () => {
    expect(read(payoutList(refund), payouts)).toMatchObject({
      value: { lines: [{ kind: "refund", fee: 65n }], next: null },
    });
    expect(read(payoutList(refund), payouts, out)).toMatchObject({ value: { lines: [] } });
    expect(read(payoutList(sent), payouts)).toMatchObject({ value: { lines: [] } });
    const byHand = payoutList({ ...sent, custom_metadata: null });
    expect(read(byHand, payouts, out)).toMatchObject({
      value: { lines: [{ kind: "transfer-out" }] },
    });
  });

  it("leaves out what did not move in the period", () => {
    const before = { ...approved, approved_at: "2026-11-21T06:59:59.999Z" };
    const behind = { ...approved, approved_at: "2026-11-21T08:00:00.000Z" };
    expect(read(list(before))).toMatchObject({ value: { lines: [] } });
    expect(read(list(behind))).toMatchObject({ value: { lines: [] } });
  });

  it("leads from page to page, then from transactions to payouts, and to an end", () => {
    const more = response(200, {
      "v1/transactions": [approved],
      meta: { ...meta, next_page: 2 },
    });
    expect(read(more)).toMatchObject({ value: { next: "transactions:2:104821" } });
    expect(cursorOf({ ...query, cursor: "transactions:2:104821" })).toEqual({
      list: "transactions",
      page: 2,
      below: 104_821n,
    });
    expect(read(list(approved))).toMatchObject({ value: { next: "payouts:1:" } });
    expect(cursorOf({ ...query, cursor: "payouts:1:" })).toEqual(payouts);
    expect(read(payoutList(refund), payouts)).toMatchObject({ value: { next: null } });
    expect(cursorOf({ ...query, cursor: "elsewhere:1:" })).toBeNull();
  });

  it("does not count again what slid to the next page while it was read", () => {
    const second: ListCursor = { ...first, page: 2, below: 104_821n };
    const older = { ...approved, id: 104_820 };
    const page = response(200, {
      "v1/transactions": [approved, older],
      meta: { ...meta, current_page: 2 },
    });
    expect(read(page, second)).toMatchObject({ value: { lines: [{ reference: "104820" }] } });
  });

  it("does not count again what slid there while more was ordered than stands on a page", () => {
    const second: ListCursor = { ...first, page: 2, below: 104_821n };
    const newer = [104_823, 104_822].map((id) => ({ ...approved, id }));
    const page = response(200, {
      "v1/transactions": newer,
      meta: { ...meta, current_page: 2, next_page: 3 },
    });
    expect(read(page, second)).toMatchObject({
      value: { lines: [], next: "transactions:3:104821" },
    });
  });

  it("stops where everything was made long before the period", () => {
    const old = { ...approved, created_at: "2026-11-18T06:59:59.000Z" };
    const more = response(200, { "v1/transactions": [old], meta: { ...meta, next_page: 9 } });
    expect(read(more)).toMatchObject({ value: { next: "payouts:1:" } });
  });

  it("is unknown where it leads back to itself, or beyond the next one", () => {
    const second: ListCursor = { ...first, page: 2, below: 200_000n };
    for (const next_page of [2, 4]) {
      const page = response(200, {
        "v1/transactions": [approved],
        meta: { ...meta, current_page: 2, next_page },
      });
      expect(read(page, second)).toEqual({ kind: "unknown", cause: "unexpected-response" });
    }
  });

  it("is unknown where nothing is on it, and something behind it", () => {
    const page = response(200, { "v1/transactions": [], meta: { ...meta, next_page: 2 } });
    expect(read(page)).toEqual({ kind: "unknown", cause: "unexpected-response" });
  });

  it("has no key of ours in a reference that somebody else wrote as long as he liked", () => {
    const page = list({ ...approved, merchant_reference: "x".repeat(201) });
    expect(read(page)).toMatchObject({ value: { lines: [{ reference: "104821", key: null }] } });
  });

  isUnknownAfter(read, [
    [
      "another page than was asked for",
      response(200, {
        "v1/transactions": [],
        meta: { ...meta, current_page: 3 },
      }),
    ],
    ["oldest first", list({ ...approved, id: 1 }, { ...approved, id: 2 })],
    ["the same twice", list(approved, approved)],
    ["a status nobody documented", list({ ...transaction, status: "settling" })],
    ["money that came at no moment", list({ ...approved, approved_at: null })],
    ["a list of something else", payoutList(payout)],
  ]);

  it("is unknown where a payout bears a mark that we never make", () => {
    const odd = payoutList({ ...sent, custom_metadata: { sanu_kind: "constructor" } });
    expect(read(odd, payouts, out).kind).toBe("unknown");
  });
});
