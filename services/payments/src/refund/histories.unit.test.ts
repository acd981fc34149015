import { jsonText } from "@sanu/contracts";
import { instant, type PaymentId, type RefundId, type TransactionId, xof } from "@sanu/kernel";
import { historyOf } from "@sanu/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RefundCommand } from "./commands.ts";
import { refund } from "./decide.ts";
import { RefundEvent } from "./events.ts";
import { publishRefund } from "./publish.ts";
import type { RefundOrder } from "./state.ts";

const at = instant("2026-11-21T10:00:06.000000Z");
const attemptsMax = 3;
const order: RefundOrder = {
  refundId: "019aa6b2-0000-7000-8000-000000000001" as RefundId,
  transactionId: "019aa6b2-0000-7000-8000-000000000002" as TransactionId,
  paymentId: "019aa6b2-0000-7000-8000-000000000003" as PaymentId,
  receiptReference: "receipt-1",
  amountXof: xof(10_000n),
};

const request: RefundCommand = { kind: "request", order, isRefundable: true, at };
const settle: RefundCommand = {
  kind: "settle",
  attemptNumber: 1,
  amountXof: order.amountXof,
  settledAt: at,
};
const secondSettles: RefundCommand = { ...settle, attemptNumber: 2 };
const reject = (
  attemptNumber: number,
  reason: "wallet-refused" | "refused-by-provider" = "wallet-refused",
): RefundCommand => ({ kind: "reject-attempt", attemptNumber, reason, attemptsMax, at });

const reverse: RefundCommand = {
  kind: "reverse",
  attempt: {
    kind: "reject-attempt",
    attemptNumber: 1,
    reason: "refused-by-provider",
    attemptsMax,
    at,
  },
  amountXof: order.amountXof,
  reversedAt: at,
};

const typesOf = (...commands: readonly RefundCommand[]) =>
  historyOf(refund, commands).map(({ type }) => type);

describe("a refund", () => {
  it("settles with what the payer has again, whatever was ordered", () => {
    expect(typesOf(request, settle)).toEqual(["RefundRequested", "RefundSettled"]);
    for (const amountXof of [xof(9_999n), xof(10_001n)]) {
      const [, settled] = historyOf(refund, [request, { ...settle, amountXof }]);
      expect(settled).toMatchObject({ type: "RefundSettled", amountXof });
    }
  });

  it("is reversed once, when its money is with us again", () => {
    expect(typesOf(request, settle, reverse, reverse)).toEqual([
      "RefundRequested",
      "RefundSettled",
      "RefundReversed",
    ]);
    // The provider sends it once more: that contradicts it, once.
    const words = typesOf(request, settle, reverse, reject(1), settle).slice(3);
    expect(words).toEqual(["OutcomeContradicted"]);
  });

  it("has failed where nobody saw it settle before it was reversed", () => {
    const events = historyOf(refund, [request, reverse, reverse]);
    expect(events.map(({ type }) => type)).toEqual(["RefundRequested", "RefundFailed"]);
    expect(events.at(-1)).toMatchObject({ reason: "refused-by-provider" });
  });

  it("is tried again after a refusal that may pass, and fails with the last one", () => {
    expect(typesOf(request, reject(1), reject(2), reject(3))).toEqual([
      "RefundRequested",
      "RefundAttemptRejected",
      "RefundAttemptRejected",
      "RefundFailed",
    ]);
    expect(typesOf(request, reject(1), secondSettles).at(-1)).toBe("RefundSettled");
  });

  it("fails at once after a refusal that stays, and when there is nothing to refund", () => {
    const final = typesOf(request, reject(1, "refused-by-provider"));
    expect(final).toEqual(["RefundRequested", "RefundFailed"]);
    const nothing = historyOf(refund, [{ ...request, isRefundable: false }]);
    expect(nothing.at(-1)).toMatchObject({ type: "RefundFailed", reason: "not-refundable" });
  });

  it("does not take back its end, and records once that the provider does", () => {
    const [, , never, ...more] = historyOf(refund, [request, settle, reject(1)]);
    expect(never).toMatchObject({ type: "OutcomeContradicted", attemptNumber: 1, found: "never" });
    expect(more).toEqual([]);
    const past = [request, reject(1, "refused-by-provider"), settle] as const;
    const [, , arrived, ...others] = historyOf(refund, past);
    expect(arrived).toMatchObject({ type: "OutcomeContradicted", found: "arrived" });
    expect(others).toEqual([]);
    const fact = arrived && publishRefund(arrived);
    expect(fact?.type).toBe("sanu.payments.OutcomeContradicted.v1");
    expect(JSON.parse(fact?.dataText ?? "")).toMatchObject({
      arrived: { currency: "XOF", amountXof: settle.amountXof.toString() },
    });
  });

  it("is not sent again once an attempt that was rejected has arrived after all, and ends by that", () => {
    const arrivedFirst = [request, reject(1), settle] as const;
    expect(typesOf(...arrivedFirst).at(-1)).toBe("OutcomeContradicted");
    expect(typesOf(...arrivedFirst, reject(2)).slice(2)).toEqual([
      "OutcomeContradicted",
      "RefundSettled",
    ]);
    // Two that both arrive have paid twice: somebody has been told.
    expect(typesOf(request, reject(1), secondSettles, settle).slice(2)).toEqual([
      "RefundSettled",
      "OutcomeContradicted",
    ]);
    expect(typesOf(request, reject(1), secondSettles, reject(1)).at(-1)).toBe("RefundSettled");
  });
});

describe("a provider that says of a refund that it failed, then that it arrived, then that it did not", () => {
  const last = (...commands: readonly RefundCommand[]) =>
    historyOf(refund, commands)
      .slice(-1)
      .map(({ type, ...said }) => [type, "found" in said ? said.found : null]);
  const never = [["OutcomeContradicted", "never"]];
  const arrived = [["OutcomeContradicted", "arrived"]];

  it("is not believed in silence: somebody may have closed the case by its second word", () => {
    const past = [request, reject(1, "refused-by-provider"), settle] as const;
    expect(last(...past, reject(1, "refused-by-provider"))).toEqual(never);
    expect(last(...past, reverse)).toEqual(never);
    expect(historyOf(refund, [...past, reverse, reject(1), reverse])).toHaveLength(4);
    // Nor by any later one: it may have been closed by each of them.
    expect(last(...past, reverse, settle)).toEqual(arrived);
    expect(last(...past, reverse, settle, reject(1))).toEqual(never);
  });

  it("is not believed in silence where it said first that it arrived: somebody may have given it back by hand meanwhile", () => {
    const past = [request, settle, reject(1, "refused-by-provider")] as const;
    expect(last(...past, settle)).toEqual(arrived);
    expect(historyOf(refund, [...past, settle, settle])).toHaveLength(4);
    expect(last(...past, settle, reject(1))).toEqual(never);
    expect(last(...past, settle, reject(1), settle)).toEqual(arrived);
    // It came back to us: what it had said before is overtaken by that.
    expect(last(...past, settle, reverse, reverse)).toEqual([["RefundReversed", null]]);
    expect(historyOf(refund, [request, settle, settle])).toHaveLength(2);
  });

  it("is not believed in silence of an earlier attempt either, whatever became of the later one", () => {
    const past = [request, reject(1), settle] as const;
    expect(last(...past, reject(1))).toEqual(never);
    expect(last(...past, reject(2), reject(1))).toEqual(never);
    expect(last(request, reject(1), secondSettles, settle, reverse)).toEqual(never);
    expect(last(request, reject(1), secondSettles, settle, reject(1))).toEqual(never);
  });
});

const command: fc.Arbitrary<RefundCommand> = fc.oneof(
  fc.constantFrom(request, { ...request, isRefundable: false }, settle, secondSettles, reverse),
  fc.integer({ min: 1, max: 4 }).map((attemptNumber) => reject(attemptNumber)),
  fc.constant(reject(1, "refused-by-provider")),
  fc.constant({ kind: "record-unknown", since: at } as const),
);
const histories = fc
  .array(command, { maxLength: 14 })
  .map((commands) => historyOf(refund, commands));

it("ends once, has no attempt twice, never more than allowed, and is read back as it was stored", () => {
  fc.assert(
    fc.property(histories, (events) => {
      const ends = events.filter(({ type }) => type === "RefundSettled" || type === "RefundFailed");
      expect(ends.length).toBeLessThanOrEqual(1);
      const reversed = events.filter(({ type }) => type === "RefundReversed");
      expect(reversed.length).toBeLessThanOrEqual(1);
      const rejected = events.flatMap((event) =>
        event.type === "RefundAttemptRejected" ? [event.attemptNumber] : [],
      );
      expect(rejected).toEqual(rejected.map((_, index) => index + 1));
      expect(rejected.length).toBeLessThan(attemptsMax);
      for (const event of events) {
        expect(RefundEvent.parse(JSON.parse(jsonText(event)))).toEqual(event);
        expect(publishRefund(event)?.dataText ?? "").not.toContain(order.receiptReference);
      }
    }),
    { numRuns: 1_000 },
  );
});
