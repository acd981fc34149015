import { TransactionCancelRequested } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import { type AttemptExecutor, type Database, defineReaction, type Reaction } from "@sanu/platform";
import { isSale } from "../database/is-sale.ts";
import type { InvoiceCommand } from "../invoice/commands.ts";
import type { PaymentCommand } from "../payment/commands.ts";

export interface CancellingDeps {
  readonly database: Database;
  readonly payments: Pick<AttemptExecutor<PaymentCommand>, "cancel">;
  readonly invoices: Pick<AttemptExecutor<InvoiceCommand>, "cancel">;
  readonly clock: Clock;
}

/** The order of the payment is still to come here: another replica has it in hand. The fact is parked, never swallowed. */
class UnknownPaymentError extends Error {
  override readonly name = "UnknownPaymentError";
}

export function whenTransactionCancelRequested(deps: CancellingDeps): Reaction {
  const { database, payments, invoices, clock } = deps;
  return defineReaction({
    name: "payments.when-transaction-cancel-requested",
    fact: TransactionCancelRequested,
    aggregateId: ({ paymentId }) => paymentId,
    async react({ paymentId }, { handled, context }) {
      const at = clock.now();
      const order = { subjectId: paymentId, context, writes: [handled] };
      if (await isSale(database, paymentId)) {
        const command = { kind: "release", reason: "cancelled", at } as const;
        return invoices.cancel({ ...order, kind: "invoice", command });
      }
      const command = { kind: "request-cancel", at } as const;
      const result = await payments.cancel({ ...order, kind: "collection", command });
      // Of a payment that is known it refuses nothing.
      if (result.kind === "refused") throw new UnknownPaymentError(paymentId);
      return result;
    },
  });
}
