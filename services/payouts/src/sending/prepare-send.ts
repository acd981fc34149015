import { fold } from "@sanu/kernel";
import { type Attempt, contextOfAttempt, type Preparation } from "@sanu/platform";
import type { Receiver } from "@sanu/rails";
import { payout } from "../payout/decide.ts";
import type { PayoutOrder } from "../payout/state.ts";
import { fetchReceiver } from "./fetch-receiver.ts";
import type { House } from "./house.ts";
import { preparationReport, rejectedReport, type SendReport } from "./send-report.ts";

/**
 * Fetches the receiver and what the rail needs to pay it: the invoice, or the signed transaction. It moves
 * nothing; what it returns is stored before the send.
 */
export async function prepareSend(
  house: House,
  attempt: Attempt,
): Promise<Preparation<SendReport>> {
  const order = await loadOrder(house, attempt);
  const fetched = await fetchReceiver(house, order, contextOfAttempt(attempt));
  switch (fetched.kind) {
    case "receiver":
      return prepareOnRail(house, attempt, { order, receiver: fetched.receiver });
    case "unavailable": {
      const code = "destination-unavailable";
      return { kind: "report", report: preparationReport({ kind: "unknown", code }) };
    }
    case "changed":
      house.logger.error(
        { payoutId: order.payoutId },
        "a receiver is not the one that was ordered; nothing is sent",
      );
      return { kind: "report", report: rejectedReport("destination-changed") };
    case "unusable":
      return { kind: "report", report: rejectedReport("destination-unusable") };
  }
}

async function prepareOnRail(
  { rail }: House,
  attempt: Attempt,
  to: { readonly order: PayoutOrder; readonly receiver: Receiver },
): Promise<Preparation<SendReport>> {
  const { amountSats } = to.order;
  const send = { key: attempt.attemptId, destination: to.receiver, amountSats };
  const prepared = await rail.prepare(send);
  if (prepared.kind === "accepted") return { kind: "prepared", ...prepared.value };
  const outcome =
    prepared.kind === "rejected" ? prepared : { kind: prepared.kind, code: prepared.cause };
  return { kind: "report", report: preparationReport(outcome) };
}

/** The order behind an attempt. Throws where the log knows none: an attempt commits with its order. */
export async function loadOrder(house: House, attempt: Attempt): Promise<PayoutOrder> {
  const { events } = await house.store.load(attempt.subjectId);
  const state = fold(payout, events);
  if (state.status === "none") throw new Error(`Attempt ${attempt.attemptId} has no payout`);
  return state;
}
