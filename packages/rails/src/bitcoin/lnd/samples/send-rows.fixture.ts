import { unknownBecause } from "../../../ports/call-outcome.ts";

const rejected = (reason: string) => ({ kind: "rejected", reason });
const settled = (feeSats: bigint) => ({ kind: "accepted", value: { kind: "settled", feeSats } });
const noRoute = rejected("no-route");
const unusable = rejected("destination-unusable");
const refused = rejected("refused-by-receiver");
const inFlight = { kind: "in-flight" };
const underWay = { kind: "accepted", value: inFlight };
const known = { kind: "known" };
const notFound = { kind: "not-found" };
const fault = unknownBecause("provider-fault");
const unexpected = unknownBecause("unexpected-response");
const locked = unknownBecause("node-locked");
const silent = unknownBecause("no-response");

export type SendRow = readonly [id: string, reading: object];

/** What each recorded stream of a payment came to. */
export const sentRows: readonly SendRow[] = [
  ["e01-send-direct", settled(0n)],
  ["e05-send-no-timeout", settled(2n)],
  ["e06-send-quiet", settled(2n)],
  ["e11c-send-upper-case", settled(1n)],
  ["e25-send-to-ldk", settled(2n)],
  ["b17-pay-success", settled(2n)],
  ["c20-pay-stream-held", settled(2n)],
  ["c40b-overpay-stream", settled(2n)],
  ["c43-pay-zero-with-amt", settled(1n)],
  ["h19-send-timeout-0", settled(1n)],
  ["h20-send-negative-timeout", settled(1n)],
  ["f03-same-hash-after-failed", underWay],
  // It broke off, or ended with an error behind a 200: the payment goes on.
  ["f05-send-stream-killed", underWay],
  ["f16-send-stream-stopped", underWay],
  ["b19-pay-again", known],
  ["c17-pay-in-flight-again", known],
  ["e21-send-again-in-flight", known],
  ["f11-send-again-after-kill", known],
  ["h21-send-race-loser", known],
  ["e02-send-no-fee-limit", noRoute],
  ["e03-send-fee-limit-0", noRoute],
  ["e08-send-no-route", noRoute],
  ["f01-timeout", noRoute],
  ["f02-next-hop-offline", noRoute],
  ["h13-self-allowed", noRoute],
  ["e07-send-insufficient-balance", rejected("insufficient-balance")],
  ["e07b-send-near-balance", rejected("insufficient-balance")],
  ["c26-pay-stream-cancelled", refused],
  ["c31-pay-canceled", refused],
  ["c41-more-than-double-stream", refused],
  ["c41-under-stream", refused],
  ["e16-send-wrong-preimage-hash", refused],
  ["e23-timeout-while-in-flight", refused],
  ["f28-payer-after-let-go", refused],
  ["h04-second-payer", refused],
  ["c35-pay-expired", unusable],
  ["e09-send-to-self", unusable],
  ["e10-send-expired", unusable],
  ["e11-send-bad-invoice", unusable],
  ["e12-send-cltv-limit", unusable],
  // Mistakes of ours, or a node of another network: nothing that a receiver has to bear.
  ["c39-pay-fixed-with-amt", unexpected],
  ["c42-pay-zero-without-amt", unexpected],
  ["e04-send-both-limits", unexpected],
  ["e11b-send-mainnet-invoice", unexpected],
  ["a12-invoice-macaroon-sends", unknownBecause("not-permitted")],
  ["f21-send-locked", locked],
];

/** The first line about a payment that is asked for. */
export const trackedRows: readonly SendRow[] = [
  ["b20-track-succeeded", { kind: "settled", feeSats: 2n }],
  ["f14-track-final-after-kill", { kind: "settled", feeSats: 2n }],
  ["e02b-track-failed", { kind: "failed", reason: "no-route" }],
  ["c15-track-in-flight", inFlight],
  ["f10-track-after-kill", inFlight],
  ["e24-closed-stream-cancelable-false", inFlight],
  // A reason stands there already, and it succeeded.
  ["e24-closed-stream-cancelable-true", inFlight],
  ["e13-track-unknown", notFound],
  // Said of another hash than was meant: never ask like that.
  ["e15-track-plain-base64", notFound],
  ["e15b-track-plain-base64-slash", unexpected],
  ["e15c-track-no-padding", unexpected],
  ["e14-track-hex", unexpected],
  ["c16-track-in-flight-quiet", silent],
  ["f17-track-stream-stopped", fault],
  ["f21b-track-locked", locked],
];

export const fundedRows: readonly SendRow[] = [
  ["g08-fund", { kind: "accepted", value: { changeAt: 1 } }],
  ["g08b-fund-long-lock", { kind: "accepted", value: { changeAt: 1 } }],
  ["g03-fund-insufficient", rejected("insufficient-balance")],
  ["g06-fund-dust", unusable],
  ["g04-fund-bad-address", fault],
  ["g05-fund-mainnet-address", fault],
  ["g07-fund-no-fee", fault],
  ["i04-fund-chain-down", silent],
];

export const publishedRows: readonly SendRow[] = [
  ["g12-publish", underWay],
  ["g13-publish-again", underWay],
  ["g22-publish-after-confirmed", underWay],
  ["g23-publish-buried", underWay],
  ["g26-publish-double-spend", noRoute],
  ["g27-publish-spent-inputs", noRoute],
  ["g35-publish-missing-inputs", noRoute],
  ["g14-publish-rubbish", fault],
];

/** With one block to be settled. */
export const transactionRows: readonly SendRow[] = [
  ["g11-tx-before-publish", notFound],
  ["g16b-tx-by-id-unknown", notFound],
  ["g16-tx-by-id", inFlight],
  ["g22b-tx-by-id-confirmed", { kind: "deep", settled: { kind: "settled", feeSats: 765n } }],
];

export const otherRows: readonly SendRow[] = [
  ["g01-estimatefee", { kind: "accepted", value: 2_495n }],
  ["g01b-estimatefee-1", { kind: "accepted", value: 2_495n }],
  ["i03-estimatefee-chain-down", silent],
];

export const hastenedRows: readonly SendRow[] = [
  ["g20-bumpfee", { kind: "accepted", value: null }],
  ["g22c-bumpfee-confirmed", { kind: "accepted", value: null }],
  ["g20b-bumpfee-foreign", fault],
];

/** Read as a step of what the connector does; tested apart. */
export const readApart: readonly string[] = [
  "a03-balance-onchain",
  "a05-channels",
  "g09-leases",
  "g10-finalize",
  "g10b-finalize-again",
  "g24-reorg",
  "g24-reorg-with-bitcoind",
  "g25-release-lease",
];

/** Calls that no connector of ours makes when it sends: what they say is for people, statements or bakers of macaroons. */
export const neverAsked: readonly string[] = [
  "a04-balance-channels",
  "a06-newaddress",
  "a06b-newaddress-taproot",
  "f08-states-at-start",
  "b13-decode",
  "b14-decode-bad-checksum",
  "b15-decode-mainnet",
  "b16-decode-rubbish",
  "e17-estimate-graph",
  "e18-estimate-invoice",
  "e19-estimate-no-route",
  "e19b-estimate-too-much",
  "e19c-estimate-invoice-too-much",
  "e20-payments-list",
  "e22-balance-while-in-flight",
  "f04-reset-mission-control",
  "g02-transactions-fee",
  "g15-transactions-unconfirmed",
  "g15b-transactions-confirmed-only",
  "g17-label",
  "g18-label-overwrite",
  "g19-label-unknown",
  "g21-pending-sweeps",
  "g27b-remove-unknown",
  "g28-remove-unconfirmed",
  "g29-sendcoins",
  "g30-sendcoins-insufficient",
  "g31-sendcoins-label-500",
  "g32-sendcoins-dust",
  "g33-sendcoins-bad-address",
  "g34-sendcoins-pubkey",
  "h02-baked-refused",
  "h03-baked-newaddress-refused",
  "h10-partial-payer",
  "h12-payments-empty-page",
  "h14-decode-hold",
  "h18-transactions-subscribe-http",
];
