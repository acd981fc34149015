import type { Allowances } from "./allowances.ts";
import { dayMs, monthAt } from "./calendar.ts";
import { drawAddress } from "./chain-address.ts";
import { countsOfDays } from "./day-counts.ts";
import {
  endingOf,
  everyOutcome,
  type Outcome,
  purchaseOutcomes,
  receiverOf,
  saleOutcomes,
} from "./outcomes.ts";
import type { Habit, PlannedPerson } from "./people.ts";
import type { PlannedOrder } from "./planned-order.ts";
import { createRandom, type Random } from "./random.ts";

const saleShare = 0.2;
/** Within so much of all orders there is one of every outcome. */
const forcedShare = 0.55;
const amountXof = { min: 500, onChainMin: 20_000, max: 1_000_000 } as const;

const weightOf: Readonly<Record<Habit, number>> = {
  passing: 1,
  occasional: 1,
  regular: 4,
  large: 2,
  daily: 1,
};
/** Of the middle order, in XOF. */
const middleOf: Readonly<Record<Habit, number>> = {
  passing: 5_000,
  occasional: 8_000,
  regular: 12_000,
  large: 45_000,
  daily: 3_000,
};

interface OrdersOf {
  readonly people: readonly PlannedPerson[];
  readonly total: number;
  readonly days: number;
  readonly startMs: number;
  readonly seed: number;
  readonly allowances: Allowances;
}

/** Of an order before it is scaled; and how much of what people may make in all should be made of them. */
const ofAmounts = { expectedXof: 9_000, monthlyXof: 200_000, usedShare: 0.42 } as const;

/** Many orders of few people are smaller ones: all of them stay below what their months allow. */
function scaleOf({ people, total }: OrdersOf): number {
  const personMonths = people.reduce((sum, one) => sum + (one.leaveDay - one.joinDay + 1) / 30, 0);
  const room = personMonths * ofAmounts.monthlyXof * ofAmounts.usedShare;
  return Math.min(1, room / (total * ofAmounts.expectedXof));
}

/** The orders of each day, as many as were asked for in all, none of which is beyond a limit. */
export function planOrders(of: OrdersOf): readonly (readonly PlannedOrder[])[] {
  const { people, total, days, startMs } = of;
  const random = createRandom(of.seed, "orders");
  const counts = countsOfDays(total, days, startMs);
  const forced = createForced(total);
  const scale = scaleOf(of);
  let index = 0;
  return counts.map((count, day) => {
    const present = people.filter(({ joinDay, leaveDay }) => joinDay <= day && day <= leaveDay);
    const daily = present.filter(({ habit }) => habit === "daily");
    return Array.from({ length: count }, () => {
      // First those who order every day; what has to be there comes behind them.
      const chosen = daily.shift();
      const outcome = (chosen ? undefined : forced.take(index)) ?? drawOutcome(random);
      const order = planOrder({ ...of, day, present, chosen, random, scale }, index, outcome);
      index += 1;
      return order;
    });
  });
}

/** Every outcome once, spread over a share of the orders. */
function createForced(total: number) {
  const stride = Math.max(1, Math.floor((total * forcedShare) / everyOutcome.length));
  let taken = 0;
  return {
    take: (index: number): Outcome | undefined => {
      if (index < 1 + taken * stride) return undefined;
      taken += 1;
      return everyOutcome[taken - 1];
    },
  };
}

function drawOutcome(random: Random): Outcome {
  return random.isHit(saleShare)
    ? random.weighted(saleOutcomes)
    : random.weighted(purchaseOutcomes);
}

interface Draw extends OrdersOf {
  readonly day: number;
  readonly present: readonly PlannedPerson[];
  readonly chosen: PlannedPerson | undefined;
  readonly random: Random;
  readonly scale: number;
}

function planOrder(draw: Draw, index: number, drawn: Outcome): PlannedOrder {
  const { random, day, allowances } = draw;
  const month = monthAt(draw.startMs + day * dayMs);
  const person = findPerson(draw, { month, least: leastOf(drawn) });
  const room = Math.min(allowances.roomXof(person, day, month), amountXof.max);
  // Who orders every day completes something every day; and the chain is not for what is left of a month.
  const isPlain = person === draw.chosen || room < leastOf(drawn);
  const outcome = isPlain ? "completes" : drawn;
  const wanted = middleOf[person.habit] * draw.scale * Math.exp(0.8 * random.normal());
  const amount = Math.max(leastOf(outcome), Math.min(room, Math.round(wanted / 100) * 100));
  allowances.take(person, month, amount);
  const isSale = saleOutcomes.some(([name]) => name === outcome);
  return {
    index,
    person,
    outcome,
    type: isSale ? "SELL_BITCOIN" : "BUY_BITCOIN",
    amountXof: amount,
    number: `${person.number}${endingOf[outcome] ?? person.ending}`,
    receiver:
      outcome === "on-chain" ? drawAddress(random) : (receiverOf[outcome] ?? person.receiver),
  };
}

/** By habit, among those who may still order so much this month; where nobody may, who has most left. */
function findPerson(
  { present, chosen, random, allowances, day }: Draw,
  { month, least }: { readonly month: string; readonly least: number },
): PlannedPerson {
  const room = (person: PlannedPerson): number => allowances.roomXof(person, day, month);
  if (chosen !== undefined && room(chosen) >= amountXof.min) return chosen;
  const able = present.filter((person) => room(person) >= least);
  if (able.length > 0)
    return random.weighted(able.map((one) => [one, weightOf[one.habit]] as const));
  const [most] = present.toSorted((one, other) => room(other) - room(one));
  if (most !== undefined && room(most) >= amountXof.min) return most;
  throw new Error("So many orders are more than these people may make in a month");
}

const leastOf = (outcome: Outcome): number =>
  outcome === "on-chain" ? amountXof.onChainMin : amountXof.min;
