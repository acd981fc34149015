import { type AttemptSituation, isFinal } from "./attempt.ts";
import type { AttemptReport } from "./attempt-report.ts";

/** Codes of an attempt that a lost database may have made: nothing was said of it yet, and nobody has what it could be asked about by. */
export const MAYBE_SENT = "maybe-sent";
export const KEY_LOST = "key-lost";

/**
 * How many attempts there were is lost with them. That the first one was refused proves nothing: a later one may have arrived, and what follows a
 * failure would be the second payment. So a refusal ends nothing, and contradicts nobody who says that the money arrived.
 */
export function reportOfMaybeSent<Command>(
  attempt: Pick<AttemptSituation, "isMaybeSent" | "state" | "concludedAt">,
  report: AttemptReport<Command>,
): AttemptReport<Command> {
  if (!attempt.isMaybeSent || report.kind !== "rejected") return report;
  const { step, code, command: _command, providerReference = null } = report;
  if (!isFinal(attempt)) return { step, kind: "unknown", code, providerReference };
  const wasSaidToArrive = attempt.state === "settled" && attempt.concludedAt !== null;
  // What comes back has arrived before.
  if (!wasSaidToArrive || code === "reversed") return report;
  return { step, kind: "rejected", code, providerReference };
}
