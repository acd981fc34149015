import { CanDisburse } from "@sanu/contracts";
import type { CommandContext } from "@sanu/platform";
import type { Verdict } from "../invoice/commands.ts";
import type { InvoiceOrder } from "../invoice/state.ts";
import type { ReceivingHouse } from "./house.ts";

export const checkLimits = { askTimeoutMs: 3_000 } as const;

/**
 * Whether held sats may be taken: their XOF could go out now to the number that was ordered, and we can still
 * make the preimage that takes them. No answer is no verdict.
 */
export async function askChecks(
  { ask, secretOf, logger }: ReceivingHouse,
  order: InvoiceOrder,
  context: CommandContext,
): Promise<Verdict> {
  const { paymentId, transactionId, payoutChannel: channel, amountXof, numberHmac } = order;
  if (secretOf(paymentId).paymentHash !== order.paymentHash) {
    logger.error({ paymentId }, "the key of invoices has changed; the sats go back");
    return "no";
  }
  const answer = await ask(
    CanDisburse,
    { transactionId, channel, amountXof: amountXof.toString(), numberHmac },
    { context, timeoutMs: checkLimits.askTimeoutMs },
  );
  if (answer.kind !== "answered") return "unanswered";
  switch (answer.data.obstacle) {
    case null:
      return "yes";
    case "not-known":
    case "number-unavailable":
      return "unanswered";
    default:
      logger.warn({ paymentId, obstacle: answer.data.obstacle }, "held sats go back");
      return "no";
  }
}
