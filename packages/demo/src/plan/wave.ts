import type { Outcome } from "./outcomes.ts";
import type { PlannedOrder } from "./planned-order.ts";
import type { Random } from "./random.ts";
import type { Act, PayerAction, Step } from "./step.ts";

/** The moments of a wave at which something happens. */
type Moment = "created" | "paid" | "settled" | "behind-the-end";

interface Course {
  /** What the payer does when the wave is paid. */
  readonly action?: PayerAction;
  /** When it is over; not waited for where people decide about it. */
  readonly ends?: Moment;
}

const courseOf: Readonly<Record<Outcome, Course>> = {
  completes: { action: "pay", ends: "paid" },
  "arrives-late": { action: "pay", ends: "settled" },
  "second-try": { action: "pay", ends: "settled" },
  "on-chain": { action: "pay", ends: "paid" },
  declined: { action: "decline", ends: "paid" },
  "insufficient-funds": { ends: "created" },
  expired: { ends: "behind-the-end" },
  cancelled: { action: "cancel", ends: "paid" },
  "payout-fails": { action: "pay", ends: "settled" },
  "paid-late": { ends: "behind-the-end" },
  "paid-twice": { action: "pay-twice", ends: "paid" },
  "other-amount": { action: "pay-other", ends: "paid" },
  "refund-refused": { action: "pay" },
  "refund-again": { action: "pay" },
  sold: { action: "pay-invoice", ends: "paid" },
  "sold-late": { action: "pay-invoice", ends: "settled" },
  unpaid: { ends: "behind-the-end" },
  "sale-cancelled": { action: "cancel", ends: "paid" },
  "wallet-full": { action: "pay-invoice", ends: "settled" },
};

const seconds = 1_000;
/** Most waves are paid within two minutes, and an order has fifteen. */
const paidSoonShare = 0.65;
const paidSoonMs = [38 * seconds, 110 * seconds] as const;
const paidLateMs = [190 * seconds, 480 * seconds] as const;
/** Behind the payment. */
const settledMs = [80 * seconds, 240 * seconds] as const;
const behindTheEndMs = [1_010 * seconds, 1_080 * seconds] as const;

/** The longest that a wave lasts, with what its last step takes. */
export const waveMs = 1_200 * seconds;

/** Orders that are made at one moment, and the moments that follow from them: all that are paid are paid at one as well. */
export function planWave(
  orders: readonly PlannedOrder[],
  { atMs, day, random }: { readonly atMs: number; readonly day: number; readonly random: Random },
): readonly Step[] {
  const endingAt = (moment: Moment) =>
    orders.filter(({ outcome }) => courseOf[outcome].ends === moment);
  const created: readonly Act[] = orders.map((order) => ({ kind: "order", order }));
  const paid = orders.flatMap((order): readonly Act[] => {
    const { action } = courseOf[order.outcome];
    return action === undefined ? [] : [{ kind: "action", action, order }];
  });
  const paidAtMs = atMs + random.whole(...(random.isHit(paidSoonShare) ? paidSoonMs : paidLateMs));
  const settledAtMs = paidAtMs + random.whole(...settledMs);
  const behindTheEndAtMs = atMs + random.whole(...behindTheEndMs);
  const trailing = orders.filter(({ outcome }) => courseOf[outcome].ends === undefined);
  const steps: readonly Step[] = [
    { atMs, day, acts: created, ending: endingAt("created"), trailing: [] },
    { atMs: paidAtMs, day, acts: paid, ending: endingAt("paid"), trailing },
    { atMs: settledAtMs, day, acts: [], ending: endingAt("settled"), trailing },
    { atMs: behindTheEndAtMs, day, acts: [], ending: endingAt("behind-the-end"), trailing },
  ];
  return steps.filter(
    ({ acts, ending, trailing: left }) => acts.length + ending.length + left.length > 0,
  );
}
