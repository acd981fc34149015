import { sats } from "@sanu/kernel";
import { expect, it } from "vitest";
import { type PayoutTerms, retryTermsOf } from "./payout-terms.ts";

const fees = { feeLimitBasisPoints: 100n, feeLimitFloorSats: sats(500n) };
const terms: PayoutTerms = {
  send: { ...fees, attemptsMax: 3, retryPauseMs: 1_000 },
  disbursement: { attemptsMax: 5, retryPauseMs: 2_000 },
};

it("refunds sats on the terms of all sats", () => {
  expect(retryTermsOf("refund", terms)).toBe(terms.send);
  expect(retryTermsOf("disbursement", terms)).toBe(terms.disbursement);
});
