import type { ProviderResponse } from "../../http/provider-http.ts";

/** Answers of the sandbox's node about invoices of ours, as they came over the wire. */
export const paymentHash = "2812fb149397d41462e5e1a63bc7bf66a2307738e0b80b77a7bed7f87a78fab0";
export const invoice =
  "lnbcrt123450n1p4sypm9sp50sk7aa9fut7yqktltp4da934vds0a6mk9ncgh6ty67r9f0u2h0xspp59qf0k9ynjl2pgch9uxnrh3alv63rqaecuzuqkaa8hmtls7ncl2cqdpq2pq4jhesxyerxdp4xcmnsw2pgfp5g32xxqyqquycqzzs9qrsgq9qvs0ed47pnfeqse64t7c8635qwzeu2k89z63dc3yz5tkrnacgxnpyq6q32ufkvha5qmdq2drw3n2zaldwzq2qh5hyrwxxx43sctwcgq7mng35";

const open = {
  payment_hash: paymentHash,
  invoice,
  status: "open",
  amount_sats: "12345",
  held_sats: null,
  held_at: null,
  blocks_left: null,
  captured_at: null,
};
const held = {
  ...open,
  status: "held",
  held_sats: "12345",
  held_at: "2026-11-21T21:04:37.739000Z",
  blocks_left: 80,
};
const captured = { ...held, status: "captured", captured_at: "2026-11-21T21:04:37.774000Z" };
const cancelled = { ...held, status: "cancelled" };

function response(status: number, json: unknown): ProviderResponse {
  return { kind: "response", status, json };
}

export const responses = {
  created: response(201, open),
  known: response(409, held),
  refused: response(422, { code: "invalid-request", fields: ["amount_sats"] }),
  open: response(200, open),
  held: response(200, held),
  captured: response(200, captured),
  cancelled: response(200, cancelled),
  capturedNow: response(200, captured),
  notHeld: response(409, open),
  gone: response(409, cancelled),
  notFound: response(404, { code: "not-found" }),
  somethingNew: response(200, { ...open, status: "resting" }),
  heldWithoutAmount: response(200, { ...held, held_sats: null }),
  capturedWithoutMoment: response(200, { ...captured, captured_at: null }),
  ofAnotherHash: response(200, { ...captured, payment_hash: "00".repeat(32) }),
} as const;

/** Answers that say neither yes nor no, whatever was asked. */
export const emptyResponses: readonly (readonly [what: string, response: ProviderResponse])[] = [
  ["nothing within the time-out", { kind: "no-response", cause: "no-response" }],
  ["a lost connection", { kind: "no-response", cause: "connection-lost" }],
  ["500", response(500, { code: "internal" })],
  ["503 of something in between", response(503, undefined)],
  ["429", response(429, {})],
  ["401", response(401, {})],
  ["a page", response(200, undefined)],
  ["an empty object", response(200, {})],
  ["an empty 201", response(201, {})],
  ["an empty 409", response(409, {})],
  ["a 404 that is not the node's", response(404, undefined)],
  ["a 422 with another code", response(422, { code: "try-later" })],
  ["an amount as a number", response(200, { ...held, held_sats: 12_345 })],
];
