import { unreachable } from "@sanu/kernel";
import type { Attempt, CallingStep } from "@sanu/platform";
import type { House } from "./house.ts";
import { loadOrder } from "./prepare-send.ts";
import { callReport, type SendReport, statusReport } from "./send-report.ts";
import { feeLimitOf } from "./send-terms.ts";

/** Carries out one step of a send that is prepared. What the rail does is a report, never an exception. */
export async function performStep(
  house: House,
  attempt: Attempt,
  step: CallingStep,
  beforeCall: () => void,
): Promise<SendReport> {
  switch (step) {
    case "call":
    case "resend":
      return callReport(step, await send(house, attempt, beforeCall));
    case "ask":
      return statusReport(await house.rail.status(preparedOf(attempt).naturalKey));
    case "cancel":
    case "withdraw":
      throw new Error("Nobody takes back a payout");
    default:
      return unreachable(step);
  }
}

async function send(house: House, attempt: Attempt, beforeCall: () => void) {
  const { amountSats } = await loadOrder(house, attempt);
  beforeCall();
  return house.rail.send({
    prepared: preparedOf(attempt),
    amountSats,
    feeLimitSats: feeLimitOf(amountSats, house.terms),
  });
}

/** What was stored before the call; without it nobody may send, and nobody can ask. */
function preparedOf({ attemptId, naturalKey, payload }: Attempt) {
  if (naturalKey === null || payload === null) throw new Error(`${attemptId} is not prepared`);
  return { naturalKey, payload };
}
