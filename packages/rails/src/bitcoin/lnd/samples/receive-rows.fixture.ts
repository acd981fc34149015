import { type Instant, instantOfEpochMs } from "@sanu/kernel";
import { expect } from "vitest";
import { unknownBecause } from "../../../ports/call-outcome.ts";

const at = (seconds: number): Instant => instantOfEpochMs(seconds * 1_000);
const held = (
  amountSats: bigint,
  heldAtSeconds: number,
  ...heights: readonly [number, number]
) => ({
  kind: "held-until",
  amountSats,
  heldAt: at(heldAtSeconds),
  heldHeight: heights[0],
  expiryHeight: heights[1],
});
const captured = (amountSats: bigint, seconds: number) => ({
  kind: "captured",
  amountSats,
  capturedAt: at(seconds),
});
const open = { kind: "open", invoice: expect.stringMatching(/^lnbcrt/) as string };
const cancelled = { kind: "cancelled" };
const acknowledged = { kind: "acknowledged" };
const known = { kind: "known" };
const notFound = { kind: "not-found" };
const refused = { kind: "rejected", reason: "refused-by-provider" };
const wentBack = { kind: "rejected", reason: "cancelled" };
const fault = unknownBecause("provider-fault");
const unexpected = unknownBecause("unexpected-response");
const notPermitted = unknownBecause("not-permitted");
const locked = unknownBecause("node-locked");

export type Row = readonly [id: string, reading: object];

/** What each recorded answer to an order of an invoice is for us; the order is that of `c01-hodl-create`. */
export const createdRows: readonly Row[] = [
  ["c01-hodl-create", { kind: "accepted" }],
  ["c02-hodl-same-hash", known],
  ["c03-hodl-same-hash-other-amount", known],
  ["c18-hodl-again-while-held", known],
  ["c32-hodl-hash-of-canceled", known],
  ["c10-hodl-short-hash", fault],
  // An invoice of any amount, and those of other orders.
  ["c11-hodl-no-amount", unexpected],
  ["c13-hodl-cltv-large", unexpected],
  ["a13b-invoice-macaroon-hodl", unexpected],
  ["h15-hodl-1-msat", unexpected],
  ["h17-hodl-expiry-negative", unexpected],
  ["i02-hodl-chain-down", unexpected],
  ["b01-invoice-create", unexpected],
  ["b03-invoice-no-amount", unexpected],
  ["b05b-invoice-large", unexpected],
  ["a18-number-as-text-and-number", unexpected],
  ["c12-hodl-cltv-small", refused],
  ["f29-hodl-cltv-19", refused],
  ["h16-hodl-expiry-huge", refused],
  ["b05-invoice-too-large", refused],
  ["b06-invoice-memo-too-long", refused],
  ["b07-invoice-negative", refused],
  ["b04-invoice-value-and-msat", fault],
  ["a11-readonly-macaroon-writes", notPermitted],
  ["a15-wrong-method", fault],
  ["a16-bad-json", unexpected],
  ["a17-unknown-field", unexpected],
  ["a19-bad-base64", unexpected],
  ["f20-hodl-locked", locked],
];

/** What each recorded look-up of an invoice is for us, asked for the hash that it bears. */
export const foundRows: readonly Row[] = [
  ["b02-invoice-open", open],
  ["b11-lookup-v2", open],
  ["c04-hodl-open", open],
  ["c05b-state-after-settle-open", open],
  ["c41-under-state", open],
  // A part of the amount is held, and nothing of it is anybody's yet.
  ["h06-partial", open],
  ["c14-hodl-accepted", held(2_000n, 1_795_366_223, 459, 502)],
  ["c37-held-past-expiry", held(3_000n, 1_795_366_237, 459, 542)],
  ["c40-overpaid-held", held(1_900n, 1_795_366_243, 459, 545)],
  ["c41-more-than-double-state", held(2_100n, 1_795_366_244, 459, 545)],
  ["f09-held-after-kill", held(1_900n, 1_795_366_468, 459, 542)],
  ["h05-state-after-second-payer", held(2_200n, 1_795_366_687, 487, 570)],
  ["h22-held-from-ldk", held(2_500n, 1_795_369_485, 481, 642)],
  ["b18-invoice-settled", captured(1_500n, 1_795_366_221)],
  ["c21-hodl-settled", captured(2_000n, 1_795_366_227)],
  ["f13-settled-after-kill", captured(1_900n, 1_795_366_480)],
  // The amount that had been held still stands there.
  ["c28-hodl-canceled", cancelled],
  ["f26-let-go-near-expiry", cancelled],
  ["h09-after-cancel-partial", cancelled],
  ["c34-hodl-expired", cancelled],
  ["b08-lookup-unknown", notFound],
  ["b12-lookup-v2-unknown", notFound],
  ["b09-lookup-short-hash", fault],
  ["b12b-lookup-v2-short", unexpected],
  ["b10-lookup-not-hex", notPermitted],
  ["f21c-lookup-locked", locked],
];

export const captureRows: readonly Row[] = [
  ["c19-settle", acknowledged],
  ["c22-settle-again", acknowledged],
  ["c38-settle-past-expiry", acknowledged],
  ["f12-settle-after-kill", acknowledged],
  ["b21-settle-plain-invoice", acknowledged],
  ["c29-settle-canceled", wentBack],
  ["c36b-settle-expired", wentBack],
  ["f27-settle-after-let-go", wentBack],
  ["c05-settle-open", unexpected],
  ["h07-settle-partial", unexpected],
  ["i03b-settle-chain-down", unexpected],
  ["c06-settle-unknown", fault],
  ["c09-settle-short", fault],
];

export const cancelRows: readonly Row[] = [
  ["c25-cancel-held", acknowledged],
  ["c30-cancel-again", acknowledged],
  ["c33-cancel-open", acknowledged],
  ["c36-cancel-expired", acknowledged],
  ["h08-cancel-partial", acknowledged],
  ["c23-cancel-settled", acknowledged],
  ["b22-cancel-settled-plain", acknowledged],
  ["c07-cancel-unknown", notFound],
  ["a13c-invoice-macaroon-cancel", notFound],
  ["c08-cancel-short-hash", fault],
];

/** What the node says of itself. */
export const heightRows: readonly Row[] = [
  ["a01-getinfo", { kind: "height", height: 459 }],
  ["a07-no-macaroon", notPermitted],
  ["a08-garbage-macaroon", notPermitted],
  ["a09-short-macaroon", notPermitted],
  ["a10-foreign-macaroon", notPermitted],
  ["a13-invoice-macaroon-getinfo", notPermitted],
  ["a14-unknown-path", unexpected],
  ["f07-node-down", unknownBecause("unreachable")],
  ["f19-getinfo-locked", locked],
  ["f24-getinfo-right-after-unlock", unknownBecause("node-starting")],
  ["i01-getinfo-chain-down", unknownBecause("no-response")],
  ["i05-frozen", unknownBecause("no-response")],
];

/** Single subscriptions tell an invoice line by line as a look-up would. */
export const lineRows: readonly (readonly [id: string, readings: readonly object[]])[] = [
  [
    "c24-subscribe-one-settled",
    [open, held(2_000n, 1_795_366_223, 459, 502), captured(2_000n, 1_795_366_227)],
  ],
  ["c24b-subscribe-one-unknown", [unknownBecause("no-response")]],
  ["c24c-subscribe-one-after-settled", [captured(2_000n, 1_795_366_227)]],
  ["c27-subscribe-one-cancelled", [open, held(3_000n, 1_795_366_231, 459, 542), cancelled]],
];

/** Calls that the connector never makes: an operator's own, or of no use to us. */
export const neverCalled: readonly string[] = [
  "a02-state",
  "f18-state-locked",
  "f22-unlock-wrong",
  "f23-unlock",
  "f25-unlock-again",
  "h01-bake-macaroon",
];
