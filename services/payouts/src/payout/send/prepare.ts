import { type AttemptReport, abandoned, delayed, notReady } from "@sanu/attempts";
import type { PayoutFailureReason } from "@sanu/contracts";
import {
  contextOfAttempt,
  type MovementStep,
  type Ordered,
  type Preparation,
} from "@sanu/platform";
import type { SendFailure } from "@sanu/rails";
import type { PayoutCommand } from "../commands.ts";
import type { Payout } from "../state.ts";
import type { SatsTransfer } from "../transfer.ts";
import type { SendDeps } from "./deps.ts";
import { fetchReceiver } from "./fetch-receiver.ts";
import { rejectedSend } from "./report.ts";

/**
 * Fetches the receiver and what the rail needs to pay it: the invoice, or the signed transaction. It moves
 * nothing; what it returns is stored before the send.
 */
export async function prepareSend(
  deps: SendDeps,
  { attempt, recall }: MovementStep<Payout>,
): Promise<Preparation<AttemptReport<PayoutCommand>>> {
  const { rail, terms, clock, logger } = deps;
  const state = await recall();
  const { payoutId, transactionId } = state.order;
  const transfer = transferOf(state);
  const fail = (reason: PayoutFailureReason | SendFailure) =>
    reported(abandoned(reason, rejectedSend(reason, { attempt, terms, at: clock.now() })));
  const fetched = await fetchReceiver(deps, { transactionId, transfer }, contextOfAttempt(attempt));
  switch (fetched.kind) {
    case "unavailable":
      return reported(notReady("prepare", "destination-unavailable"));
    case "changed":
      logger.error({ payoutId }, "a receiver is not the one that was ordered; nothing is sent");
      return fail("destination-changed");
    case "unusable":
      return fail("destination-unusable");
    case "receiver": {
      const { amountSats } = transfer;
      const order = { key: attempt.attemptId, destination: fetched.receiver, amountSats };
      const outcome = await rail.prepare(order);
      if (outcome.kind === "accepted") return { kind: "prepared", ...outcome.value };
      if (outcome.kind === "rejected") return fail(outcome.reason);
      return reported(delayed("prepare", outcome.cause));
    }
  }
}

function reported(report: AttemptReport<PayoutCommand>) {
  return { kind: "report", report } as const;
}

/** Throws where the payout is not of sats: its attempt is of another kind. */
export function transferOf({ order }: Ordered<Payout>): SatsTransfer {
  if (order.transfer.kind !== "disbursement") return order.transfer;
  throw new Error(`${order.payoutId} sends no sats`);
}
