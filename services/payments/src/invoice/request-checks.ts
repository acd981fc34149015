import { CanDisburse } from "@sanu/contracts";
import type { CommandContext } from "@sanu/platform";
import type { Verdict } from "./commands.ts";
import type { InvoiceDeps } from "./deps.ts";
import type { InvoiceOrder } from "./state.ts";

export const checkLimits = { requestTimeoutMs: 3_000 } as const;

/**
 * Whether held sats may be taken: their XOF could go out now to the number that was ordered, and we can still
 * make the preimage that takes them. No reply is no verdict.
 */
export async function requestChecks(
  { request, secretOf, logger }: InvoiceDeps,
  order: InvoiceOrder,
  context: CommandContext,
): Promise<Verdict> {
  const { paymentId, transactionId, payoutChannel: channel, amountXof, numberHmac } = order;
  if (secretOf(paymentId, order.paymentHash).paymentHash !== order.paymentHash) {
    logger.error({ paymentId }, "the key of invoices has changed; the sats go back");
    return "no";
  }
  const result = await request(
    CanDisburse,
    { transactionId, channel, amountXof: amountXof.toString(), numberHmac },
    { context, timeoutMs: checkLimits.requestTimeoutMs },
  );
  if (result.kind !== "replied") return "unanswered";
  switch (result.data.obstacle) {
    case null:
      return "yes";
    case "not-known":
    case "number-unavailable":
      return "unanswered";
    default:
      logger.warn({ paymentId, obstacle: result.data.obstacle }, "held sats go back");
      return "no";
  }
}
