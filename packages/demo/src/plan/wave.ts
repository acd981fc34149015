import type { Outcome } from "./outcomes.ts";
import type { PlannedOrder } from "./planned-order.ts";
import type { Random } from "./random.ts";
import type { Act, PayerAction, Step } from "./step.ts";

/** When something is done about an order, counted from the beginning of its wave. */
type Place = "created" | "soon" | "later" | "behind-the-end";

interface Course {
  readonly action?: PayerAction;
  readonly at: Place;
  /** When it is over; not waited for where people decide about it. */
  readonly ends?: Place;
}

const paid = (action: PayerAction, ends: Place | undefined): Omit<Course, "at"> =>
  ends === undefined ? { action } : { action, ends };

/** What becomes of an order, with `place` being when its payer acts. */
function courseOf(outcome: Outcome, place: "soon" | "later"): Course {
  switch (outcome) {
    case "completes":
    case "on-chain":
      return { at: place, ...paid("pay", place) };
    case "arrives-late":
    case "second-try":
    case "payout-fails":
      return { at: "soon", ...paid("pay", "later") };
    case "paid-twice":
      return { at: place, ...paid("pay-twice", place) };
    case "other-amount":
      return { at: place, ...paid("pay-other", place) };
    case "declined":
      return { at: place, ...paid("decline", place) };
    case "cancelled":
    case "sale-cancelled":
      return { at: place, ...paid("cancel", place) };
    case "insufficient-funds":
      return { at: "created", ends: "created" };
    case "expired":
    case "paid-late":
    case "unpaid":
      return { at: "created", ends: "behind-the-end" };
    case "refund-refused":
    case "refund-again":
      return { at: place, ...paid("pay", undefined) };
    case "sold":
      return { at: place, ...paid("pay-invoice", place) };
    case "sold-late":
    case "wallet-full":
      return { at: "soon", ...paid("pay-invoice", "later") };
  }
}

const soonShare = 0.65;
const seconds = 1_000;
/** How long after the orders the rest happens: most pay within two minutes, and an order has fifteen. */
const laterMs = {
  soon: [38 * seconds, 110 * seconds],
  later: [190 * seconds, 480 * seconds],
  "behind-the-end": [1_010 * seconds, 1_080 * seconds],
} as const;

/** The longest that a wave lasts, with what its last step takes. */
export const waveMs = 1_200 * seconds;

/** Orders that are made at one moment, and the moments that follow from them. */
export function planWave(
  orders: readonly PlannedOrder[],
  { atMs, day, random }: { readonly atMs: number; readonly day: number; readonly random: Random },
): readonly Step[] {
  const courses = orders.map((order) => ({
    order,
    course: courseOf(order.outcome, random.isHit(soonShare) ? "soon" : "later"),
  }));
  const endingAt = (place: Place) =>
    courses.flatMap(({ order, course }) => (course.ends === place ? [order] : []));
  const first: Step = {
    atMs,
    day,
    acts: orders.map((order) => ({ kind: "order", order })),
    ending: endingAt("created"),
  };
  const rest = (["soon", "later", "behind-the-end"] as const).flatMap((place): Step[] => {
    const [least, most] = laterMs[place];
    const at = atMs + random.whole(least, most);
    const acts = courses.flatMap(({ order, course }): Act[] =>
      course.at === place && course.action !== undefined
        ? [{ kind: "action", action: course.action, order }]
        : [],
    );
    const ending = endingAt(place);
    return acts.length + ending.length === 0 ? [] : [{ atMs: at, day, acts, ending }];
  });
  return [first, ...rest];
}
