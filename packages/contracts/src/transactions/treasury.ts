import type { TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { PayoutRail } from "../payouts/facts.ts";
import { requestsOf } from "../request.ts";
import { staffLook } from "../staff-use.ts";
import { idOf } from "../texts.ts";

const request = requestsOf("transactions");

const Currency = z.enum(["XOF", "SATS"]);
/** In francs or satoshis, as the currency beside it says; below zero where more is promised than is there. */
const WholeText = z.string().regex(/^-?\d{1,18}$/);

/** One account of ours, what is promised of it, and whether orders are taken that it would pay. */
export const FloatView = z.object({
  rail: PayoutRail,
  account: z.string(),
  channels: z.array(z.string()).nullable().describe("null: every channel is paid from it"),
  currency: Currency,
  available: WholeText.describe("As its provider said last"),
  promised: WholeText.describe("Reserved by orders, or paid out behind the last report"),
  free: WholeText.describe("What the next orders can be promised"),
  short: WholeText.describe("What is promised and not there"),
  low_mark: WholeText,
  closed_mark: WholeText.describe("So much of it is promised to nobody"),
  observed_at: z.string(),
  age_seconds: z.int().min(0),
  state: z.enum(["open", "low", "closed"]),
  because: z
    .enum(["stale", "failing", "promised", "low"])
    .nullable()
    .describe("Why it is not open"),
  breaker: z.object({
    state: z.enum(["closed", "open", "half-open"]),
    since: z.string(),
    settled: z.int().min(0).describe("Payouts that arrived since then"),
    failed: z.int().min(0).describe("Payouts that found no way since then"),
    probes_left: z.int().min(0),
  }),
});
export type FloatView = z.infer<typeof FloatView>;

export const ExposureView = z.object({
  currency: Currency,
  held: WholeText,
  target: WholeText.nullable().describe("null: none is set"),
  over: WholeText.nullable().describe("Below zero where we hold less than the target"),
});
export type ExposureView = z.infer<typeof ExposureView>;

/** For the staff: every float, and what we hold of each currency. */
export const GetTreasury = request("get-treasury", {
  staff: staffLook,
  request: z.object({}),
  reply: z.object({ floats: z.array(FloatView), exposure: z.array(ExposureView) }),
});

/**
 * For payouts, before held sats are taken: whether what the sale reserved can still be paid. `short`: less is there than was
 * promised before it. `none`: it reserved nothing, because nobody knew of a float when it was ordered.
 */
export const FindReservation = request("find-reservation", {
  request: z.object({ transactionId: idOf<TransactionId>() }),
  reply: z.object({ state: z.enum(["stands", "short", "none"]) }),
});

export const treasuryRequests = [GetTreasury, FindReservation] as const;
