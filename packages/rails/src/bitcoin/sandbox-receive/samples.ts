import { response } from "../../http/samples.ts";

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
  heldWithAmountAsNumber: response(200, { ...held, held_sats: 12_345 }),
  ofAnotherHash: response(200, { ...captured, payment_hash: "00".repeat(32) }),
} as const;
