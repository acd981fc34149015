import { fold } from "@sanu/kernel";
import { expect, it } from "vitest";
import { payout } from "./decide.ts";
import { PayoutEvent } from "./events.ts";
import { eventsOf } from "./payout.fixture.ts";

const ids = {
  payoutId: "019aa6b2-0000-7000-8000-000000000004",
  transactionId: "019aa6b2-0000-7000-8000-000000000002",
};
const moment = "2026-11-21T10:00:06.000000Z";

/** Events as they were stored before there were sales; they stay in the log for ever. */
const stored = {
  requested: {
    type: "PayoutRequested",
    v: 1,
    ...ids,
    reference: "PAYOUT_0123456789ABCDEF",
    amountSats: "16339",
    receiverKind: "lightning-address",
    receiverHmac: "h".repeat(43),
    requestedAt: moment,
  },
  settled: {
    type: "PayoutSettled",
    v: 1,
    ...ids,
    amountSats: "16339",
    feeSats: "3",
    settledAt: moment,
  },
  failed: { type: "PayoutFailed", v: 1, ...ids, reason: "no-route", failedAt: moment },
} as const;

it("reads the events of the first release as sends of sats", () => {
  const { requested, settled, failed } = eventsOf();
  expect(PayoutEvent.parse(stored.requested)).toEqual(requested);
  expect(PayoutEvent.parse(stored.settled)).toEqual(settled);
  expect(PayoutEvent.parse(stored.failed)).toEqual(failed("no-route"));
});

it("goes on with a payout that an earlier release began", () => {
  const begun = [PayoutEvent.parse(stored.requested), PayoutEvent.parse(stored.settled)];
  expect(fold(payout, begun)).toMatchObject({ status: "settled" });
});

it("knows no version that nobody wrote", () => {
  expect(PayoutEvent.safeParse({ ...stored.settled, v: 3 }).success).toBe(false);
});
