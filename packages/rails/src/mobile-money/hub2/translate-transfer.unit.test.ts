import { xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { key, response } from "../../http/samples.ts";
import { isUnknownAfter } from "../../http/unknown-after.fixture.ts";
import { created, list, notFound, refusal, shown, transfer } from "./samples.ts";
import * as read from "./translate-transfer.ts";

const order = { key, amountXof: xof(5_000n) };
const { id } = transfer;
const settled = {
  kind: "settled",
  id,
  amountXof: 5_000n,
  feeXof: 50n,
  settledAt: "2026-11-21T07:47:10.001000Z",
};
const sent = { ...transfer, status: "successful" };
const failed = (failureCause: unknown) => ({ ...transfer, status: "failed", failureCause });
const causeOf = (code: string) => ({ code, message: "for developers" });

/** Every cause of the page that says that no money went out. */
const causes = [
  "invalid_amount",
  "service_unavailable",
  "too_many_request",
  "unknown_reason",
  "fraud_suspicion",
  "invalid_destination",
  "forbidden_by_provider",
  "insufficient_funds",
  "unsupported_currency",
  "canceled",
  "destination_not_allowed",
  "blacklisted_msisdn",
  "invalid_payment_processor",
  "duplicate_request",
  "bad_request",
];

/** A documented cause that is not said otherwise is the provider's own. */
const rowsOf = (said: Readonly<Record<string, string>>) =>
  causes.map((code) => [code, said[code] ?? "refused-by-provider"] as const);
const mayPass = { service_unavailable: "wallet-refused", too_many_request: "wallet-refused" };

const kinds = {
  payout: {
    kind: read.payoutKind,
    empty: "insufficient-float",
    rows: rowsOf({
      invalid_destination: "receiver-not-found",
      insufficient_funds: "insufficient-float",
      service_unavailable: "channel-closed",
      too_many_request: "channel-closed",
    }),
  },
  refund: {
    kind: read.refundKind,
    empty: "wallet-refused",
    rows: rowsOf({
      insufficient_funds: "wallet-refused",
      duplicate_request: "wallet-refused",
      ...mayPass,
    }),
  },
};

describe.each(Object.entries(kinds))("a transfer that is a %s", (_what, { kind, empty, rows }) => {
  const ordered = (answer: ReturnType<typeof shown>) =>
    read.readOrdered<string>(answer, order, kind);
  const status = (body: object) => read.readTransfer<string>(shown(body), { id, key }, kind);

  it.each(["created", "pending", "processing"])("is under way when it is %s", (word) => {
    const pending = { kind: "pending", id };
    const body = { ...transfer, status: word };
    for (const answer of [created(body), shown(body)]) {
      expect(ordered(answer)).toEqual({ kind: "accepted", value: pending });
    }
    expect(status(body)).toEqual(pending);
    expect(found(body)).toEqual(pending);
  });

  it("is settled with what it cost besides, in whole francs", () => {
    expect(ordered(created(sent))).toEqual({ kind: "accepted", value: settled });
    expect(status(sent)).toEqual(settled);
    expect(status({ ...sent, fees: null })).toMatchObject({ feeXof: 0n });
  });

  it("is refused by 400, and for an empty account by 402 too", () => {
    expect(ordered(refusal(400))).toEqual({ kind: "rejected", reason: "refused-by-provider" });
    for (const code of [
      "insufficient-funds",
      "missing-funds-reservation",
      "withdrawal-unavailable",
    ])
      for (const http of [400, 402]) {
        expect(ordered(refusal(http, code))).toEqual({ kind: "rejected", reason: empty });
      }
  });

  const found = (...bodies: readonly object[]) =>
    read.readFoundTransfer<string>(list(...bodies), key, kind);

  it.each(rows)("is failed for %s: %s", (code, reason) => {
    expect(found(failed(causeOf(code)))).toEqual({ kind: "failed", id, reason });
    expect(found(failed(code))).toEqual({ kind: "failed", id, reason });
    if (code === "duplicate_request") return;
    expect(status(failed(code))).toEqual({ kind: "failed", id, reason });
    const taken = { kind: "rejected", reason, takenAs: id };
    expect(ordered(created(failed(code)))).toEqual(taken);
  });

  it("is not failed for being similar to another until no other bears our key", () => {
    const repeated = failed(causeOf("duplicate_request"));
    expect(ordered(created(repeated)).kind).toBe("unknown");
    expect(status(repeated)).toEqual({ kind: "similar" });
    expect(found({ ...sent, id: "tr_first" }, repeated).kind).toBe("unknown");
  });

  it("is not found by its id or by a search that finds nothing, which is no failure", () => {
    expect(read.readTransfer<string>(notFound, { id, key }, kind)).toEqual({ kind: "not-found" });
    expect(found()).toEqual({ kind: "not-found" });
  });

  isUnknownAfter(ordered, [
    ["a conflict", refusal(409, "Conflict")],
    ["a request that failed", refusal(402, "Request Failed")],
    ["a 400 with a code nobody documented", refusal(400, "merchant-disabled")],
    ["another key", created({ ...transfer, reference: "another" })],
    ["another amount", created({ ...transfer, amount: 1 })],
    ["a failure that may have been paid", created(failed("timeout"))],
  ]);
  isUnknownAfter(
    (answer) => read.readTransfer<string>(answer, { id, key }, kind),
    [
      ["an operator that did not answer", shown(failed("timeout"))],
      ["a fault of its own", shown(failed("internal_error"))],
      ["a cause nobody documented", shown(failed("moon_too_full"))],
      ["a cause that every object has", shown(failed("constructor"))],
      ["a failure without a cause", shown(failed(null))],
      ["a status nobody documented", shown({ ...transfer, status: "reversed" })],
      [
        "a status nobody documented, with a cause",
        shown({ ...failed("canceled"), status: "sent" }),
      ],
      ["success at no known moment", shown({ ...sent, updatedAt: null })],
      ["another key", shown({ ...sent, reference: "another" })],
      ["another transfer that bears our key", shown({ ...sent, id: "tr_another" })],
    ],
  );
  isUnknownAfter(
    (answer) => read.readFoundTransfer<string>(answer, key, kind),
    [
      ["two under one key", list(sent, { ...sent, id: "tr_two" })],
      ["a list that did not search", list({ ...sent, reference: "another" })],
    ],
  );
});

describe("the balance", () => {
  const standing = (availableBalance: number, currency = "XOF") => ({ availableBalance, currency });
  const balance = (...transferAccount: readonly object[]) =>
    response(200, { collectionAccount: [standing(7)], transferAccount });

  it("is one float for all channels, in whole francs", () => {
    expect(read.readBalance(balance(standing(250_000.75), standing(1, "XAF")))).toEqual({
      kind: "floats",
      floats: [{ account: "transfer", channels: null, availableXof: 250_000n }],
    });
  });

  it("may be empty, which is known", () => {
    const floats = [{ account: "transfer", channels: null, availableXof: 0n }];
    expect(read.readBalance(balance(standing(0)))).toEqual({ kind: "floats", floats });
  });

  isUnknownAfter(read.readBalance, [
    ["a balance below zero", balance(standing(-1))],
    ["two balances", balance(standing(1), standing(2))],
    ["another currency", balance(standing(1, "XAF"))],
  ]);
});
