import type { StaffMember } from "../acts/cast.ts";
import { passwordOf } from "../acts/join.ts";
import type { Plan } from "../plan/plan.ts";

/** As whom one can look around: somebody with a streak, somebody near her limit, and who decides. */
export function describeLogins(plan: Plan, staff: readonly StaffMember[]): string {
  const person = (index: number, what: string): string => {
    const found = plan.persons[index];
    return found === undefined ? "" : `  ${found.email}  ${what}\n`;
  };
  return [
    `The password of everybody is ${passwordOf(plan.seed)}\n`,
    person(0, "orders every day"),
    person(1, "orders a lot, with the limit of the first tier"),
    ...staff.map(
      ({ email, authenticatorKey }) =>
        `  ${email}  an admin; key of her app: ${authenticatorKey}\n`,
    ),
  ].join("");
}
