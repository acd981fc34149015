import { type Attempt, contextOfAttempt, type Preparation } from "@sanu/platform";
import type { Receiver } from "@sanu/rails";
import type { PayoutDeps } from "../carrying/deps.ts";
import { loadSatsOrder } from "../carrying/load-order.ts";
import { abandonedReport, notReadyReport, type PayoutReport } from "../carrying/payout-report.ts";
import type { SatsTransfer } from "../payout/transfer.ts";
import { fetchReceiver } from "./fetch-receiver.ts";
import { preparationReport } from "./send-report.ts";

/**
 * Fetches the receiver and what the rail needs to pay it: the invoice, or the signed transaction. It moves
 * nothing; what it returns is stored before the send.
 */
export async function prepareSend(
  deps: PayoutDeps,
  attempt: Attempt,
): Promise<Preparation<PayoutReport>> {
  const order = await loadSatsOrder(deps, attempt);
  const fetched = await fetchReceiver(deps, order, contextOfAttempt(attempt));
  switch (fetched.kind) {
    case "receiver": {
      const { receiver } = fetched;
      return prepareOnRail(deps, attempt, { transfer: order.transfer, receiver });
    }
    case "unavailable":
      return { kind: "report", report: notReadyReport("prepare", "destination-unavailable") };
    case "changed":
      deps.logger.error(
        { payoutId: order.payoutId },
        "a receiver is not the one that was ordered; nothing is sent",
      );
      return { kind: "report", report: abandonedReport("destination-changed") };
    case "unusable":
      return { kind: "report", report: abandonedReport("destination-unusable") };
  }
}

async function prepareOnRail(
  { sendRail }: PayoutDeps,
  attempt: Attempt,
  to: { readonly transfer: SatsTransfer; readonly receiver: Receiver },
): Promise<Preparation<PayoutReport>> {
  const { amountSats } = to.transfer;
  const send = { key: attempt.attemptId, destination: to.receiver, amountSats };
  const prepared = await sendRail.prepare(send);
  if (prepared.kind === "accepted") return { kind: "prepared", ...prepared.value };
  const outcome =
    prepared.kind === "rejected" ? prepared : { kind: prepared.kind, code: prepared.cause };
  return { kind: "report", report: preparationReport(outcome) };
}
