import type { ProviderAnswer } from "../../http/provider-http.ts";

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

function answer(status: number, json: unknown): ProviderAnswer {
  return { kind: "answer", status, json };
}

export const answers = {
  created: answer(201, open),
  known: answer(409, held),
  refused: answer(422, { code: "invalid-request", fields: ["amount_sats"] }),
  open: answer(200, open),
  held: answer(200, held),
  captured: answer(200, captured),
  cancelled: answer(200, cancelled),
  capturedNow: answer(200, captured),
  notHeld: answer(409, open),
  gone: answer(409, cancelled),
  notFound: answer(404, { code: "not-found" }),
  somethingNew: answer(200, { ...open, status: "resting" }),
  heldWithoutAmount: answer(200, { ...held, held_sats: null }),
  capturedWithoutMoment: answer(200, { ...captured, captured_at: null }),
  ofAnotherHash: answer(200, { ...captured, payment_hash: "00".repeat(32) }),
} as const;

/** Answers that say neither yes nor no, whatever was asked. */
export const emptyAnswers: readonly (readonly [what: string, answer: ProviderAnswer])[] = [
  ["nothing within the time-out", { kind: "no-answer", cause: "no-answer" }],
  ["a lost connection", { kind: "no-answer", cause: "connection-lost" }],
  ["500", answer(500, { code: "internal" })],
  ["503 of something in between", answer(503, undefined)],
  ["429", answer(429, {})],
  ["401", answer(401, {})],
  ["a page", answer(200, undefined)],
  ["an empty object", answer(200, {})],
  ["an empty 201", answer(201, {})],
  ["an empty 409", answer(409, {})],
  ["a 404 that is not the node's", answer(404, undefined)],
  ["a 422 with another code", answer(422, { code: "try-later" })],
  ["an amount as a number", answer(200, { ...held, held_sats: 12_345 })],
];
