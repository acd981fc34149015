import { xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { key, response, statedAt } from "../../http/samples.ts";
import { isUnknownAfter, timeless, withOtherStatuses } from "../../http/unknown-after.fixture.ts";
import {
  alreadyThere,
  failed,
  name,
  notFound,
  pending,
  refused,
  requestToPay,
  shown,
  taken,
  transfer,
} from "./samples.ts";
import { accountRefusals, documentedReasons, readPlaced, refusals } from "./translate.ts";
import * as read from "./translate-transfer.ts";

/** A documented reason that is not said otherwise is the provider's own. */
const rowsOf = (said: Readonly<Record<string, string>>) =>
  documentedReasons.map((code) => [code, said[code] ?? "refused-by-provider"] as const);

const ofAccount = (failure: string) =>
  Object.fromEntries(accountRefusals.map((code) => [code, failure]));
const payoutRows = rowsOf({
  ...ofAccount("channel-closed"),
  PAYEE_NOT_FOUND: "receiver-not-found",
  PAYEE_NOT_ALLOWED_TO_RECEIVE: "receiver-wallet-full",
  PAYEE_LIMIT_REACHED: "receiver-wallet-full",
  NOT_ENOUGH_FUNDS: "insufficient-float",
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED: "insufficient-float",
  SERVICE_UNAVAILABLE: "channel-closed",
});
const refundRows = rowsOf({
  ...ofAccount("wallet-refused"),
  NOT_ENOUGH_FUNDS: "wallet-refused",
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED: "wallet-refused",
  PAYEE_LIMIT_REACHED: "wallet-refused",
  SERVICE_UNAVAILABLE: "wallet-refused",
});

const kinds = {
  payout: {
    kind: read.payoutKind,
    rows: payoutRows,
    readStatus: read.readPayout,
    named: { providerReference: key },
    costs: { feeXof: 0n },
  },
  refund: {
    kind: read.refundKind,
    rows: refundRows,
    readStatus: read.readRefund,
    named: {},
    costs: {},
  },
};

describe.each(Object.entries(kinds))("a transfer that is a %s", (_what, of) => {
  const { kind, rows, readStatus, named, costs } = of;
  const place = (given: typeof taken) => readPlaced<string>(given, kind);
  const readIt = (given: typeof taken) => readStatus(given, name);

  it("is accepted by 202 with nothing in it, or known from before", () => {
    expect(place(taken)).toEqual({ kind: "accepted", value: null });
    expect(place(alreadyThere)).toEqual({ kind: "known" });
  });

  it.each(rows.filter(([code]) => refusals.has(code)))("is refused for %s: %s", (code, reason) => {
    expect(place(refused(code))).toEqual({ kind: "rejected", reason });
  });

  it.each(accountRefusals)("is not refused where %s is said of every order alike", (code) => {
    expect(place(refused(code))).toEqual({ kind: "unknown", cause: "not-permitted" });
  });

  it("is pending, and settled by the moment at which it says so", () => {
    expect(readIt(shown({ ...transfer, status: "PENDING" }))).toEqual({
      kind: "pending",
      ...named,
    });
    const settled = { kind: "settled", amountXof: 5_000n, settledAt: statedAt };
    expect(readIt(shown(transfer))).toEqual({ ...settled, ...named, ...costs });
  });

  it.each(rows)("is failed for %s: %s", (code, reason) => {
    expect(readIt(failed(transfer, code))).toEqual({ kind: "failed", reason, ...named });
  });

  it("is not found, which is no failure", () => {
    expect(readIt(notFound)).toEqual({ kind: "not-found" });
  });

  isUnknownAfter(place, [["a code nobody documented", refused("MOON_TOO_FULL")]]);
  isUnknownAfter(readIt, [
    ["a reason nobody documented", failed(transfer, "MOON_TOO_FULL")],
    ["a reason that every object has", failed(transfer, "constructor")],
    ["a failure for what is not found", failed(transfer, "TRANSACTION_NOT_FOUND")],
    ["another order", shown({ ...transfer, externalId: "another" })],
    ["success at no known moment", timeless(shown(transfer))],
  ]);
});

describe("a collection that is to go back", () => {
  const order = { ...name, amountXof: xof(5_000n) };
  const refusedToRefund = { kind: "rejected", reason: "not-refundable" };

  it("names who paid it", () => {
    const expected = { kind: "accepted", value: { partyId: "2290196000001" } };
    expect(read.readRefundable(shown(requestToPay), order)).toEqual(expected);
  });

  it("is not refundable while it was not paid, or with more than came in", () => {
    expect(read.readRefundable(shown(pending), order)).toEqual(refusedToRefund);
    expect(read.readRefundable(failed(requestToPay, "EXPIRED"), order)).toEqual(refusedToRefund);
    const more = { ...order, amountXof: xof(5_001n) };
    expect(read.readRefundable(shown(requestToPay), more)).toEqual(refusedToRefund);
  });

  isUnknownAfter(
    (given) => read.readRefundable(given, order),
    [
      ["nobody who paid", shown({ ...requestToPay, payer: null })],
      ["not found", notFound],
    ],
  );
});

describe("the balance", () => {
  const account = { target: "mtnbenin", channel: "MTN_OPEN", currency: "XOF" };
  const readIt = (given: typeof taken) => read.readBalance(given, account);
  const balance = (availableBalance: string, currency = "XOF") =>
    response(200, { availableBalance, currency });

  it("is the float of the country's channel, in whole francs", () => {
    expect(readIt(balance("250000.75"))).toEqual({
      kind: "floats",
      floats: [{ account: "mtnbenin", channels: ["MTN_OPEN"], availableXof: 250_000n }],
    });
  });

  isUnknownAfter(readIt, [
    ["a balance below zero", balance("-1")],
    ["another currency", balance("1", "EUR")],
    ...withOtherStatuses(balance("1")),
  ]);
});
