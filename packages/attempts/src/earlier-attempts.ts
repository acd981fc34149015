import { type AttemptState, isFinal } from "./attempt.ts";
import type { AttemptReport } from "./attempt-report.ts";

/** Of what its provider never named it cannot be asked: that it refused it stands. */
const NEVER_NAMED = "never-named";

/**
 * Whether money can still arrive, or has, by what its provider says of attempts that it had refused. Who does not answer now may have it:
 * he is asked again.
 */
export function mayOneArrive(
  said: readonly { readonly kind: string; readonly cause?: string }[],
): boolean {
  return said.some(({ kind, cause }) => {
    if (kind === "unknown") return cause !== NEVER_NAMED;
    return kind === "pending" || kind === "settled";
  });
}

/**
 * A refusal can end its movement, and then the money goes another way, or a person gives it by hand: not while an earlier attempt at
 * the same money, thought to have failed, may arrive. One that has arrived by its provider's word ends the movement itself.
 */
export async function onceOthersAreOver<Command>(
  report: AttemptReport<Command>,
  attempt: { readonly state: AttemptState },
  earlier: { readonly hasArrived: boolean; readonly isOpen: () => Promise<boolean> },
): Promise<AttemptReport<Command>> {
  if (report.kind !== "rejected" || isFinal(attempt) || earlier.hasArrived) return report;
  if (!(await earlier.isOpen())) return report;
  return { step: report.step, kind: "unknown", code: "earlier-attempt-open" };
}
