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

export function whenTransactionCancelRequested(deps: CancellingDeps): Reaction {
  const { database, payments, invoices, clock } = deps;
  return defineReaction({
    name: "payments.when-transaction-cancel-requested",
    fact: TransactionCancelRequested,
    aggregateId: ({ paymentId }) => paymentId,
    async react({ paymentId }, { handled, context }) {
      const at = clock.now();
      const order = { subjectId: paymentId, context, writes: [handled] };
      return (await isSale(database, paymentId))
        ? invoices.cancel({
            ...order,
            kind: "invoice",
            command: { kind: "release", reason: "cancelled", at },
          })
        : payments.cancel({
            ...order,
            kind: "collection",
            command: { kind: "request-cancel", at },
          });
    },
  });
}
