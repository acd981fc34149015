import { type Attempt, contextOfAttempt } from "@sanu/platform";
import type { Carrier } from "../carrying/carrier.ts";
import type { PayoutDeps } from "../carrying/deps.ts";
import { fetchDestination } from "../carrying/fetch-destination.ts";
import { loadXofOrder } from "../carrying/load-order.ts";
import {
  abandonedReport,
  delayedReport,
  notReadyReport,
  type PayoutReport,
} from "../carrying/payout-report.ts";
import { callReport, statusReport } from "./disburse-report.ts";

/** Pays XOF out to a number. The provider knows an order by the attempt's own key, so there is nothing to prepare. */
export function disburseCarrier(deps: PayoutDeps): Carrier {
  return {
    kind: "disbursement",
    retryRule: deps.disburseRail.retryRule,
    prepare: () => Promise.reject(new Error("A disbursement needs no preparing")),
    async perform(attempt, step, beforeCall) {
      return step === "check-status"
        ? askProvider(deps, attempt)
        : disburse(deps, { attempt, step, beforeCall });
    },
    reportOfTakenKey: () => {
      throw new Error("A disbursement has no key but its own");
    },
  };
}

async function askProvider(deps: PayoutDeps, attempt: Attempt): Promise<PayoutReport> {
  const { amountXof } = (await loadXofOrder(deps, attempt)).transfer;
  return statusReport(await deps.disburseRail.status(attempt.attemptId), amountXof);
}

async function disburse(
  deps: PayoutDeps,
  call: {
    readonly attempt: Attempt;
    readonly step: "call" | "resend";
    readonly beforeCall: () => void;
  },
): Promise<PayoutReport> {
  const { attempt, step } = call;
  const { transactionId, reference, transfer } = await loadXofOrder(deps, attempt);
  const { amountXof, channel, numberHmac: hmac } = transfer;
  const question = { transactionId, leg: "payout", hmac } as const;
  const fetched = await fetchDestination(deps.request, question, contextOfAttempt(attempt));
  switch (fetched.kind) {
    case "unavailable":
      return notReadyReport(step, "destination-unavailable");
    case "changed":
      return changedReport(deps, attempt, step);
    case "destination": {
      const order = { key: attempt.attemptId, amountXof, number: fetched.text, channel };
      call.beforeCall();
      const outcome = await deps.disburseRail.disburse({ ...order, description: reference });
      return callReport(step, outcome, amountXof);
    }
  }
}

/** Somebody edited the number after the order: it gets nothing. What may have been called before is asked about. */
function changedReport(
  { logger }: PayoutDeps,
  { subjectId }: Attempt,
  step: "call" | "resend",
): PayoutReport {
  const code = "destination-changed";
  logger.error(
    { payoutId: subjectId },
    "a number is not the one that was ordered; it gets nothing",
  );
  return step === "resend" ? delayedReport(step, code) : abandonedReport(code);
}
