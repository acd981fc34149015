import { CanDisburse } from "@sanu/contracts";
import type { CommandContext } from "@sanu/platform";
import type { Verdict } from "../invoice/commands.ts";
import type { InvoiceOrder } from "../invoice/state.ts";
import type { ReceivingDeps } from "./deps.ts";

export const checkLimits = { requestTimeoutMs: 3_000 } as const;

/**
 * Whether held sats may be taken: their XOF could go out now to the number that was ordered, and we can still
 * make the preimage that takes them. No answer is no verdict.
 */
export async function askChecks(
  { request, secretOf, logger }: ReceivingDeps,
  order: InvoiceOrder,
  context: CommandContext,
): Promise<Verdict> {
  const { paymentId, transactionId, payoutChannel: channel, amountXof, numberHmac } = order;
  if (secretOf(paymentId).paymentHash !== order.paymentHash) {
    logger.error({ paymentId }, "the key of invoices has changed; the sats go back");
    return "no";
  }
  const answer = await request(
    CanDisburse,
    { transactionId, channel, amountXof: amountXof.toString(), numberHmac },
    { context, timeoutMs: checkLimits.requestTimeoutMs },
  );
  if (answer.kind !== "replied") return "unanswered";
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
