import type { Attempt } from "@sanu/platform";
import type { Carrier } from "../carrying/carrier.ts";
import type { PayoutDeps } from "../carrying/deps.ts";
import { loadSatsOrder } from "../carrying/load-order.ts";
import { abandonedReport } from "../carrying/payout-report.ts";
import { feeLimitOf } from "./fee-limit.ts";
import { prepareSend } from "./prepare-send.ts";
import { callReport, statusReport } from "./send-report.ts";

/** Sends sats, whether they are paid out or refunded: it prepares, stores, sends, and asks under the natural key. */
export function sendCarrier(deps: PayoutDeps): Carrier {
  const { sendRail } = deps;
  return {
    kind: "send",
    retryRule: sendRail.retryRule,
    prepare: (attempt) => prepareSend(deps, attempt),
    async perform(attempt, step, beforeCall) {
      return step === "check-status"
        ? statusReport(await sendRail.status(naturalKeyOf(attempt)))
        : callReport(step, await send(deps, attempt, beforeCall));
    },
    // The same invoice is under way for another payout: paying it for this one too would pay it once for both.
    reportOfTakenKey: () => abandonedReport("destination-unusable"),
  };
}

async function send(deps: PayoutDeps, attempt: Attempt, beforeCall: () => void) {
  const { amountSats } = (await loadSatsOrder(deps, attempt)).transfer;
  beforeCall();
  return deps.sendRail.send({
    prepared: preparedOf(attempt),
    amountSats,
    feeLimitSats: feeLimitOf(amountSats, deps.terms.send),
  });
}

/** What was stored before the call; without it nobody may send. */
function preparedOf(attempt: Attempt) {
  const { attemptId, payload } = attempt;
  if (payload === null) throw new Error(`${attemptId} is not prepared`);
  return { naturalKey: naturalKeyOf(attempt), payload };
}

/** By what the rail is asked, also behind the end, when the rest of what was prepared is forgotten. */
function naturalKeyOf({ attemptId, naturalKey }: Attempt): string {
  if (naturalKey === null) throw new Error(`${attemptId} is not prepared`);
  return naturalKey;
}
