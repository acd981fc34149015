import { payoutsVerdictFacts } from "@sanu/contracts";
import { type CaseId, newId } from "@sanu/kernel";
import { historyOf, specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import type { ConcludePayout } from "./commands.ts";
import { payout } from "./decide.ts";
import type { PayoutEvent } from "./events.ts";
import { at, attemptsMax, eventsOf, fees, orderOf, transfers } from "./payout.fixture.ts";
import { publishPayout } from "./publish.ts";
import { moneyOf, type Transfer } from "./transfer.ts";

const { given } = specify(payout);
const caseId: CaseId = newId();

const never: ConcludePayout = { kind: "conclude", caseId, verdict: { kind: "never" }, at };
const arrivedOf = (transfer: Transfer): ConcludePayout => ({
  ...never,
  verdict: { kind: "arrived", providerReference: "ref-1", money: moneyOf(transfer) },
});
const settle = (transfer: Transfer) =>
  ({ kind: "settle", attemptNumber: 1, fee: fees[transfer.kind], settledAt: at }) as const;
const reject = {
  kind: "reject-attempt",
  attemptNumber: 1,
  reason: "no-route",
  attemptsMax,
  at,
} as const;

describe.each(Object.values(transfers))("a verdict about a $kind", (transfer) => {
  const events = eventsOf(transfer);
  const { requested, unknown, settled } = events;
  const failed: PayoutEvent = { ...events.failed("no-route"), caseId };
  const arrived: PayoutEvent = {
    ...settled,
    caseId,
    fee:
      transfer.kind === "disbursement"
        ? { currency: "XOF", amountXof: 0n as never }
        : { currency: "SATS", amountSats: 0n as never },
    providerReference: "ref-1",
  };
  const contradicted = (
    found: "arrived" | "never",
    by: { readonly attemptNumber?: number } = {},
  ): PayoutEvent => ({
    type: "VerdictContradicted",
    v: 1,
    payoutId: requested.payoutId,
    transactionId: requested.transactionId,
    kind: transfer.kind,
    caseId,
    found,
    ...by,
    foundAt: at,
  });
  const byRail = (found: "arrived" | "never") => contradicted(found, { attemptNumber: 1 });

  it("ends it for good, once, and names its case", () => {
    given(requested, unknown).when(never).thenAccepted(failed);
    given(requested, unknown).when(arrivedOf(transfer)).thenAccepted(arrived);
    given(requested, failed).when(never).thenNothingNew();
    given(requested, arrived).when(arrivedOf(transfer)).thenNothingNew();
    expect(JSON.parse(publishPayout(failed)?.dataText ?? "")).toMatchObject({ caseId });
    expect(JSON.parse(publishPayout(arrived)?.dataText ?? "")).toMatchObject({ caseId });
    given().when(never).thenRefused("payout-unknown");
  });

  it("about the last attempt ends it as settled by an earlier one where that arrived, with what it cost", () => {
    const earlier: PayoutEvent = {
      type: "OutcomeContradicted",
      v: 1,
      payoutId: requested.payoutId,
      transactionId: requested.transactionId,
      kind: transfer.kind,
      attemptNumber: 1,
      found: "arrived",
      fee: fees[transfer.kind],
      foundAt: at,
    };
    const past = [requested, events.rejected(1), earlier, unknown] as const;
    const settledByIt: PayoutEvent = { ...settled, attemptNumber: 1, caseId };
    given(...past)
      .when(never)
      .thenAccepted(settledByIt);
    given(...past)
      .when(arrivedOf(transfer))
      .thenAccepted({ ...settledByIt, providerReference: "ref-1" });
    // The rail has taken that word back: people say what is right.
    const takenBack: PayoutEvent = { ...earlier, found: "never", fee: null };
    given(...past, takenBack)
      .when(never)
      .thenAccepted(failed);
    given(...past, takenBack)
      .when(arrivedOf(transfer))
      .thenAccepted(arrived);
  });

  it("that the rail confirms later is no news", () => {
    given(requested, arrived).when(settle(transfer)).thenNothingNew();
    given(requested, failed).when(reject).thenNothingNew();
  });

  it("that the rail contradicts later is recorded once, and moves nothing", () => {
    given(requested, failed).when(settle(transfer)).thenAccepted(byRail("arrived"));
    given(requested, arrived).when(reject).thenAccepted(byRail("never"));
    for (const by of [{ attemptNumber: 1 }, {}]) {
      given(requested, failed, contradicted("arrived", by)).when(settle(transfer)).thenNothingNew();
      given(requested, arrived, contradicted("never", by)).when(reject).thenNothingNew();
    }
  });

  it("that the rail contradicts is not left so in silence where the rail takes that back", () => {
    const { payoutId, transactionId } = requested;
    const of = { v: 1, payoutId, transactionId, kind: transfer.kind, attemptNumber: 1 } as const;
    const said = { type: "OutcomeContradicted", ...of, foundAt: at } as const;
    const notAfterAll: PayoutEvent = { ...said, found: "never", fee: null };
    given(requested, failed, byRail("arrived")).when(reject).thenAccepted(notAfterAll);
    given(requested, failed, byRail("arrived"), notAfterAll).when(reject).thenNothingNew();
    given(requested, arrived, byRail("never"))
      .when(settle(transfer))
      .thenAccepted({ ...said, found: "arrived", fee: fees[transfer.kind] });
  });

  it("behind the rail's own word is no news where it agrees, else recorded once", () => {
    given(requested, settled).when(arrivedOf(transfer)).thenNothingNew();
    given(requested, settled).when(never).thenAccepted(contradicted("arrived"));
    given(requested, settled, contradicted("arrived")).when(never).thenNothingNew();
    given(requested, events.failed("no-route")).when(never).thenNothingNew();
    given(requested, events.failed("no-route"))
      .when(arrivedOf(transfer))
      .thenAccepted(contradicted("never"));
  });

  it("that is contradicted is told with its leg, and with no destination", () => {
    const fact = publishPayout(contradicted("arrived"));
    const leg = transfer.kind === "refund" ? "refund" : "payout";
    const data: unknown = JSON.parse(fact?.dataText ?? "");
    expect(payoutsVerdictFacts.VerdictContradicted.schema.parse(data)).toMatchObject({
      leg,
      subjectId: requested.payoutId,
      found: "arrived",
      receipt: null,
    });
  });

  it("ends it once, whatever the rail says in between and however often everything arrives", () => {
    const request = { kind: "request", order: orderOf(transfer), at } as const;
    const words = [never, arrivedOf(transfer), settle(transfer), reject];
    for (const first of words) {
      for (const second of words) {
        for (const third of words) {
          const types = historyOf(payout, [request, first, second, third]).map(({ type }) => type);
          const ends = types.filter((type) => type === "PayoutSettled" || type === "PayoutFailed");
          expect(ends.length).toBeLessThanOrEqual(1);
          const recorded = types.filter((type) => type === "VerdictContradicted");
          expect(recorded.length).toBeLessThanOrEqual(1);
        }
      }
    }
  });
});
