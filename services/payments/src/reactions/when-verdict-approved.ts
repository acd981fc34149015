import { amountOf, moverOf, VerdictApproved } from "@sanu/contracts";
import { type Clock, xof } from "@sanu/kernel";
import {
  type AttemptExecutor,
  concludeByFact,
  type Database,
  defineReaction,
  type EventStore,
  type Reaction,
  type ReactionInput,
  type ReactionResult,
  runDecider,
} from "@sanu/platform";
import { isSale } from "../database/is-sale.ts";
import type { InvoiceCommand } from "../invoice/commands.ts";
import { invoice } from "../invoice/decide.ts";
import type { InvoiceEvent } from "../invoice/events.ts";
import type { DecideReceipt, PaymentCommand } from "../payment/commands.ts";
import { payment } from "../payment/decide.ts";
import type { PaymentEvent } from "../payment/events.ts";
import type { RefundCommand } from "../refund/commands.ts";
import { refund } from "../refund/decide.ts";
import type { RefundEvent } from "../refund/events.ts";

export interface VerdictDeps {
  readonly database: Database;
  readonly payments: Pick<AttemptExecutor<PaymentCommand>, "conclude">;
  readonly invoices: Pick<AttemptExecutor<InvoiceCommand>, "conclude">;
  readonly refunds: Pick<AttemptExecutor<RefundCommand>, "conclude">;
  readonly paymentStore: EventStore<PaymentEvent>;
  readonly invoiceStore: EventStore<InvoiceEvent>;
  readonly refundStore: EventStore<RefundEvent>;
  readonly clock: Clock;
}

/** Two of the staff have said what became of money in, or of XOF that go back: its attempt ends so, and is never called again. */
export function whenVerdictApproved(deps: VerdictDeps): Reaction {
  const { payments, invoices, refunds, clock } = deps;
  return defineReaction({
    name: "payments.when-verdict-approved",
    fact: VerdictApproved,
    aggregateId: ({ subjectId }) => subjectId,
    async react({ caseId, leg, subjectId, money, verdict, receiptId }, given) {
      if (moverOf(leg, money) !== "payments") return { kind: "nothing-new" };
      if (receiptId !== undefined) {
        const came = verdict.kind === "arrived" ? amountOf(verdict.money) : undefined;
        const about = {
          receiptReference: receiptId,
          verdict: verdict.kind,
          ...(came !== undefined && { amountXof: xof(came) }),
          caseId,
        };
        return decideReceipt(deps, { paymentId: subjectId, about }, given);
      }
      const isArrived = verdict.kind === "arrived";
      const end = {
        subjectId,
        state: isArrived ? "settled" : "rejected",
        providerReference: null,
        command: { kind: "conclude", caseId, verdict, at: clock.now() },
      } as const;
      if (leg === "refund") {
        const by = { executor: refunds, store: deps.refundStore, decider: refund };
        const providerReference = isArrived ? verdict.providerReference : null;
        return concludeByFact(by, given, { ...end, providerReference });
      }
      return (await isSale(deps.database, subjectId))
        ? concludeByFact(
            { executor: invoices, store: deps.invoiceStore, decider: invoice },
            given,
            end,
          )
        : concludeByFact(
            { executor: payments, store: deps.paymentStore, decider: payment },
            given,
            end,
          );
    },
  });
}

/** Its attempt has ended: what is decided is what becomes of its money. Of sats no node is asked whether they came. */
async function decideReceipt(
  { database, paymentStore, clock }: VerdictDeps,
  of: { readonly paymentId: string; readonly about: Omit<DecideReceipt, "kind" | "at"> },
  { handled, context }: ReactionInput,
): Promise<ReactionResult> {
  const { paymentId: streamId, about } = of;
  if (await isSale(database, streamId)) return { kind: "nothing-new" };
  const result = await runDecider({
    store: paymentStore,
    decider: payment,
    streamId,
    command: { kind: "decide-receipt", ...about, at: clock.now() },
    context,
    writes: () => [handled],
  });
  if (result.kind !== "refused") return result;
  throw new Error(`A receipt of ${streamId} is not decided: ${result.refusal.code}`);
}
