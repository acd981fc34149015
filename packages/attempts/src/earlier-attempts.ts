import type { EarlierArrival } from "@sanu/kernel";
import { type AttemptState, isFinal } from "./attempt.ts";
import { type AttemptReport, notReady, withheld } from "./attempt-report.ts";

const EARLIER_OPEN = "earlier-attempt-open";

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
 * Nothing is sent behind an earlier attempt that has arrived after all, by its provider's own word: that one ends the movement. Where the
 * provider has taken that back, nobody knows which of it is right: the next one waits, until people say. Undefined where nobody said so.
 */
export function heldByEarlier<Command>(
  step: Parameters<typeof withheld>[0],
  arrival: EarlierArrival,
  rejection: () => Command,
): AttemptReport<Command> | undefined {
  if (arrival === "none") return undefined;
  if (arrival === "taken-back") return notReady(step, EARLIER_OPEN);
  return withheld(step, "earlier-attempt-arrived", rejection());
}

/**
 * A refusal can end its movement, and then the money goes another way, or a person gives it by hand: not while an earlier attempt at
 * the same money, thought to have failed, may arrive. One that has arrived by its provider's word ends the movement itself.
 */
export async function onceOthersAreOver<Command>(
  report: AttemptReport<Command>,
  attempt: { readonly state: AttemptState },
  earlier: { readonly arrival: EarlierArrival; readonly isOpen: () => Promise<boolean> },
): Promise<AttemptReport<Command>> {
  if (report.kind !== "rejected" || isFinal(attempt) || earlier.arrival === "stands") return report;
  if (earlier.arrival === "none" && !(await earlier.isOpen())) return report;
  return { step: report.step, kind: "unknown", code: EARLIER_OPEN };
}
