import { createAllowances } from "./allowances.ts";
import { dayMs } from "./calendar.ts";
import { type PlannedPerson, planPeople } from "./people.ts";
import { planOrders } from "./plan-orders.ts";
import { decidedDayOf, handInDay, planStaff, type StaffSession } from "./plan-staff.ts";
import type { PlannedOrder } from "./planned-order.ts";
import { createRandom, type Random } from "./random.ts";
import type { Act, Step } from "./step.ts";
import { planWave, waveMs } from "./wave.ts";

export interface PlanOf {
  readonly people: number;
  readonly days: number;
  readonly purchases: number;
  readonly seed: number;
  /** A midnight of the business: the set ends here. */
  readonly endMs: number;
}

/** Everything that will happen in a demo set, before anything has: the same for the same numbers. */
export interface Plan extends PlanOf {
  readonly startMs: number;
  readonly persons: readonly PlannedPerson[];
  readonly orders: readonly PlannedOrder[];
  readonly sessions: readonly StaffSession[];
  readonly steps: readonly Step[];
}

const planLimits = { wavesMin: 3, wavesMax: 12, ordersPerWave: 80 } as const;
const minuteMs = 60_000;
const clock = { hire: 330, staff: 350, join: 375, handIn: 400, first: 430, last: 1_365 } as const;

export function plan(of: PlanOf): Plan {
  const { days, endMs } = of;
  const startMs = endMs - days * dayMs;
  const persons = planPeople(of);
  const sessions = planStaff(persons, days);
  const allowances = createAllowances((person) => decidedDayOf(person, days));
  const orders = planOrders({ ...of, people: persons, total: of.purchases, startMs, allowances });
  const random = createRandom(of.seed, "steps");
  const steps = orders.flatMap((ordersOfDay, day) => [
    ...morning({ day, startMs, persons, sessions, days }),
    ...wavesOf(ordersOfDay, { day, dayStartMs: startMs + day * dayMs, random }),
  ]);
  return { ...of, startMs, persons, orders: orders.flat(), sessions, steps };
}

/** Before anybody orders: the staff decides, new people join, and documents are handed in. */
function morning(of: {
  readonly day: number;
  readonly days: number;
  readonly startMs: number;
  readonly persons: readonly PlannedPerson[];
  readonly sessions: readonly StaffSession[];
}): readonly Step[] {
  const { day, persons, sessions, days } = of;
  const joining = persons.filter(({ joinDay }) => joinDay === day);
  const handing = persons.filter(
    (person) => person.kyc !== "none" && handInDay(person) === day && day < days - 1,
  );
  const session = sessions.find((each) => each.day === day);
  const at = (minute: number, acts: readonly Act[]): Step[] =>
    acts.length === 0
      ? []
      : [
          {
            atMs: of.startMs + day * dayMs + minute * minuteMs,
            day,
            acts,
            ending: [],
            trailing: [],
          },
        ];
  return [
    ...at(clock.hire, day === 0 ? [{ kind: "hire" }] : []),
    ...at(clock.staff, session === undefined ? [] : [{ kind: "staff", session }]),
    ...at(
      clock.join,
      joining.map((person) => ({ kind: "join", person })),
    ),
    ...at(
      clock.handIn,
      handing.map((person) => ({ kind: "hand-in", person })),
    ),
  ];
}

/** Waves over the hours in which people are awake. */
function wavesOf(
  orders: readonly PlannedOrder[],
  of: { readonly day: number; readonly dayStartMs: number; readonly random: Random },
): readonly Step[] {
  const { day, dayStartMs, random } = of;
  if (orders.length === 0) return [];
  const wanted = Math.round(orders.length / planLimits.ordersPerWave);
  const waves = Math.min(orders.length, planLimits.wavesMax, Math.max(planLimits.wavesMin, wanted));
  const slotMs = ((clock.last - clock.first) * minuteMs) / waves;
  return Array.from({ length: waves }, (_none, wave) => {
    const mine = orders.filter((_order, place) => place % waves === wave);
    const slack = Math.floor(slotMs - waveMs);
    const atMs =
      dayStartMs + clock.first * minuteMs + Math.floor(wave * slotMs) + random.whole(0, slack);
    return planWave(mine, { atMs, day, random });
  }).flat();
}
