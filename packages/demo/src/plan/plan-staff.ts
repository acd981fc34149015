import type { PlannedPerson } from "./people.ts";

/** A morning on which two of the staff go through what waits. */
export interface StaffSession {
  readonly day: number;
  readonly documents: readonly PlannedPerson[];
  /** Basis points; two of them change what the exchange takes. */
  readonly spread: { readonly buy: number; readonly sell: number };
}

const sessionsAbout = 8;
const spreads = [200, 180, 220, 190, 240, 210, 170, 200] as const;

/** The first one a day behind their first: who is new approves nothing of before. */
function staffDays(days: number): readonly number[] {
  const every = Math.max(2, Math.round((days - 2) / (sessionsAbout - 1)));
  const between = Array.from(
    { length: Math.ceil((days - 2) / every) },
    (_none, place) => 1 + place * every,
  );
  return [...new Set([...between, days - 1])];
}

/** She hands in her documents the day after she joined; nobody looks at them on the last morning any more. */
export const handInDay = ({ joinDay }: PlannedPerson): number => joinDay + 1;

/** The morning on which somebody's documents are decided; behind the set where they wait at its end. */
export function decidedDayOf(person: PlannedPerson, days: number): number {
  if (person.kyc === "none") return Number.POSITIVE_INFINITY;
  return staffDays(days).find((day) => day > handInDay(person)) ?? Number.POSITIVE_INFINITY;
}

export function planStaff(people: readonly PlannedPerson[], days: number): readonly StaffSession[] {
  return staffDays(days).map((day, place) => ({
    day,
    documents: people.filter((person) => decidedDayOf(person, days) === day),
    spread: {
      buy: spreads[place % spreads.length] ?? 200,
      sell: spreads[(place + 3) % spreads.length] ?? 200,
    },
  }));
}
