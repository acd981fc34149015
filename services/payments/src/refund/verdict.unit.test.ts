import { paymentsVerdictFacts } from "@sanu/contracts";
import { type CaseId, instant, newId, sats, type Xof, xof } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import type { ConcludeRefund, RefundCommand } from "./commands.ts";
import { refund } from "./decide.ts";
import type { RefundEvent } from "./events.ts";
import { publishRefund } from "./publish.ts";

const { given } = specify(refund);
const at = instant("2026-11-21T10:00:06.000000Z");
const caseId: CaseId = newId();
const ids = { refundId: newId<"RefundId">(), transactionId: newId<"TransactionId">() };
const amountXof = xof(10_000n);
const requested: RefundEvent = {
  type: "RefundRequested",
  v: 1,
  ...ids,
  paymentId: newId<"PaymentId">(),
  receiptReference: "receipt-1",
  amountXof,
  requestedAt: at,
};
const never: ConcludeRefund = { kind: "conclude", caseId, verdict: { kind: "never" }, at };
const arrivedWith = (amount: bigint): ConcludeRefund => ({
  ...never,
  verdict: {
    kind: "arrived",
    providerReference: "ref-1",
    money: { currency: "XOF", amountXof: xof(amount) },
  },
});
const failed: RefundEvent = {
  type: "RefundFailed",
  v: 1,
  ...ids,
  caseId,
  reason: "refused-by-provider",
  failedAt: at,
};
const settled: RefundEvent = {
  type: "RefundSettled",
  v: 1,
  ...ids,
  caseId,
  amountXof,
  providerReference: "ref-1",
  settledAt: at,
};
const contradicted = (
  found: "arrived" | "never",
  reported: { readonly attemptNumber?: number; readonly amountXof?: Xof } = {},
): RefundEvent => ({
  type: "VerdictContradicted",
  v: 1,
  ...ids,
  caseId,
  found,
  ...reported,
  foundAt: at,
});
const arrivedAll = contradicted("arrived", { attemptNumber: 1, amountXof });
const neverSent = contradicted("never", { attemptNumber: 1 });
const settle: RefundCommand = { kind: "settle", attemptNumber: 1, amountXof, settledAt: at };
const reject: RefundCommand = {
  kind: "reject-attempt",
  attemptNumber: 1,
  reason: "wallet-refused",
  attemptsMax: 3,
  at,
};

describe("a verdict about a refund of XOF", () => {
  it("about the last attempt ends it as settled by an earlier one where that arrived, with what its payer got", () => {
    const rejected = { attemptNumber: 1, reason: "wallet-refused", rejectedAt: at } as const;
    const part = xof(9_900n);
    const earlier = { attemptNumber: 1, found: "arrived", amountXof: part, foundAt: at } as const;
    const past: readonly RefundEvent[] = [
      requested,
      { type: "RefundAttemptRejected", v: 1, ...ids, ...rejected },
      { type: "OutcomeContradicted", v: 1, ...ids, ...earlier },
    ];
    const settledByIt: RefundEvent = {
      type: "RefundSettled",
      v: 1,
      ...ids,
      attemptNumber: 1,
      amountXof: part,
      settledAt: at,
      caseId,
    };
    given(...past)
      .when(never)
      .thenAccepted(settledByIt);
    given(...past)
      .when(arrivedWith(10_000n))
      .thenAccepted({ ...settledByIt, providerReference: "ref-1" });
    // Its provider has taken that word back: people say what is right.
    const takenBack: RefundEvent = {
      type: "OutcomeContradicted",
      v: 1,
      ...ids,
      ...earlier,
      found: "never",
      amountXof: null,
    };
    given(...past, takenBack)
      .when(never)
      .thenAccepted(failed);
  });

  it("ends it for good, once, with what arrived", () => {
    given(requested).when(never).thenAccepted(failed);
    given(requested, failed).when(never).thenNothingNew();
    given(requested).when(arrivedWith(10_000n)).thenAccepted(settled);
    given(requested, settled).when(arrivedWith(10_000n)).thenNothingNew();
    given(requested)
      .when(arrivedWith(9_900n))
      .thenAccepted({ ...settled, amountXof: xof(9_900n) });
    given().when(never).thenRefused("refund-unknown");
    for (const event of [failed, settled]) {
      expect(JSON.parse(publishRefund(event)?.dataText ?? "")).toMatchObject({ caseId });
    }
  });

  it("that the provider contradicts is recorded once, behind it or before it", () => {
    given(requested, failed).when(settle).thenAccepted(arrivedAll);
    for (const event of [arrivedAll, contradicted("arrived")]) {
      given(requested, failed, event).when(settle).thenNothingNew();
    }
    given(requested, settled).when(reject).thenAccepted(neverSent);
    const { caseId: _by, ...byProvider } = settled;
    given(requested, byProvider).when(never).thenAccepted(contradicted("arrived"));
    given(requested, byProvider, contradicted("arrived")).when(never).thenNothingNew();
    const fact: unknown = JSON.parse(publishRefund(contradicted("never"))?.dataText ?? "");
    expect(paymentsVerdictFacts.VerdictContradicted.schema.parse(fact)).toMatchObject({
      leg: "refund",
      found: "never",
    });
  });

  it("that it arrived, where the provider had said before that it did not, is recorded with the provider's word, once", () => {
    const { caseId: _by, ...byProvider } = failed;
    given(requested, byProvider).when(arrivedWith(10_000n)).thenAccepted(contradicted("never"));
    given(requested, byProvider, contradicted("never")).when(arrivedWith(10_000n)).thenNothingNew();
    given(requested, byProvider).when(never).thenNothingNew();
  });

  it("is refused in sats, and says nothing of money that is with us again", () => {
    const money = { currency: "SATS", amountSats: sats(1n) } as const;
    const verdict = { kind: "arrived", providerReference: "ref-1", money } as const;
    given(requested)
      .when({ ...never, verdict })
      .thenRefused("refund-unknown");
    const back: RefundEvent = {
      type: "RefundReversed",
      v: 1,
      ...ids,
      amountXof,
      reversedAt: at,
    };
    for (const said of [never, arrivedWith(10_000n)]) {
      given(requested, settled, back).when(said).thenNothingNew();
    }
  });

  it("that the provider contradicts is told with what its payer got", () => {
    const part = xof(9_900n);
    given(requested, failed)
      .when({ ...settle, amountXof: part })
      .thenAccepted(contradicted("arrived", { attemptNumber: 1, amountXof: part }));
    const shown = (event: RefundEvent): unknown =>
      paymentsVerdictFacts.VerdictContradicted.schema.parse(
        JSON.parse(publishRefund(event)?.dataText ?? ""),
      );
    expect(shown(arrivedAll)).toMatchObject({ arrived: { currency: "XOF", amountXof } });
    expect(shown(neverSent)).not.toHaveProperty("arrived");
  });

  it("that the provider contradicts is not left so in silence where the provider takes that back", () => {
    const said = {
      type: "OutcomeContradicted",
      v: 1,
      ...ids,
      attemptNumber: 1,
      foundAt: at,
    } as const;
    const notAfterAll: RefundEvent = { ...said, found: "never", amountXof: null };
    given(requested, failed, arrivedAll).when(reject).thenAccepted(notAfterAll);
    given(requested, failed, arrivedAll, notAfterAll).when(reject).thenNothingNew();
    given(requested, settled, neverSent)
      .when(settle)
      .thenAccepted({ ...said, found: "arrived", amountXof });
  });

  it("may be about to be said: a late 'no' that may pass opens no other attempt", () => {
    const unknown: RefundEvent = { type: "RefundOutcomeUnknown", v: 1, ...ids, since: at };
    const { caseId: _case, ...byProvider } = failed;
    given(requested, unknown)
      .when(reject)
      .thenAccepted({ ...byProvider, reason: "wallet-refused" });
    given(requested)
      .when(reject)
      .thenAccepted({
        type: "RefundAttemptRejected",
        v: 1,
        ...ids,
        attemptNumber: 1,
        reason: "wallet-refused",
        rejectedAt: at,
      });
  });

  it("that the provider confirms is no news", () => {
    given(requested, failed).when(reject).thenNothingNew();
    given(requested, settled).when(settle).thenNothingNew();
  });
});
