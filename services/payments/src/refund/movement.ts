import {
  attemptKey,
  delayed,
  heldByEarlier,
  isFinal,
  mayOneArrive,
  notReady,
  onceOthersAreOver,
  rejected,
  reportOfCall,
  retryOf,
  withheld,
} from "@sanu/attempts";
import {
  type Attempt,
  findAttempt,
  findCalledBefore,
  type MoneyMovement,
  type MovementCall,
} from "@sanu/platform";
import { type RefundOrder, type RefundStatus, unknownBecause } from "@sanu/rails";
import { releaseReceipt } from "../database/refunded-receipts.ts";
import type { RefundCommand } from "./commands.ts";
import { earlierArrival } from "./contradiction.ts";
import type { RefundDeps } from "./deps.ts";
import type { RefundEvent } from "./events.ts";
import { reportOfStatus } from "./report.ts";
import type { OrderedRefund, Refund } from "./state.ts";

/** Sends the XOF of a receipt back to their payer. */
export function refundMovement(
  deps: RefundDeps,
): MoneyMovement<Refund, RefundCommand, RefundEvent> {
  const { rail, clock, terms } = deps;
  return {
    kind: "refund",
    provider: rail.provider,
    retryRule: rail.retryRule,
    limits: { reversibleForMs: rail.reversibleForMs },
    call: (call) => refund(deps, call),
    async checkStatus({ attempt, recall, load }) {
      const { attemptId: key, providerReference } = attempt;
      const said = await rail.refundStatus({ key, providerReference });
      const status = await believedStatus(deps, recall, said);
      const report = reportOfStatus(status, { attempt, terms, at: clock.now() });
      if (report.kind !== "rejected" || isFinal(attempt)) return report;
      const order = await load();
      return onceOthersAreOver(report, attempt, {
        arrival: earlierArrival(order),
        isOpen: () => isEarlierOpen(deps, attempt, order),
      });
    },
    writes: ({ events }) =>
      events.flatMap((event) =>
        event.type === "RefundFailed" || event.type === "RefundReversed"
          ? [releaseReceipt(event.refundId)]
          : [],
      ),
    followUp: (attempt, events) =>
      events.some(({ type }) => type === "RefundAttemptRejected")
        ? retryOf(attempt, terms)
        : undefined,
  };
}

/**
 * "Not found" is a reason to send the money back again, so it has to come from the account that was asked: one that does not know the
 * collection either is another one, whose keys somebody has put into the settings, and the first one may have sent it.
 */
async function believedStatus(
  { database, rail }: RefundDeps,
  recall: () => Promise<OrderedRefund>,
  status: RefundStatus,
): Promise<RefundStatus> {
  if (status.kind !== "not-found") return status;
  const { paymentId, collectionAttempt = 1 } = await recall();
  const key = attemptKey("collection", paymentId, collectionAttempt);
  const collection = await findAttempt(database, key);
  if (collection === undefined) return status;
  const said = await rail.status({ key, providerReference: collection.providerReference });
  if (said.kind === "unknown") return said;
  return said.kind === "not-found" ? unknownBecause("account-forgot") : status;
}

async function refund(
  deps: RefundDeps,
  { attempt, step, recall, load, beforeCall }: MovementCall<Refund>,
) {
  const { rail, clock, terms } = deps;
  // Behind a first attempt the newest word counts.
  const order = await (attempt.attemptNumber > 1 ? load() : recall());
  const refused = (reason: "wallet-refused" | "not-refundable") =>
    rejected(reason, { attempt, terms, at: clock.now() });
  const over = heldByEarlier(step, earlierArrival(order), () => refused("wallet-refused"));
  if (over !== undefined) return over;
  // Money goes back once, and only while it is ours.
  if (!(await deps.isStillOurs(order))) {
    return withheld(step, "receipt-reversed", refused("not-refundable"));
  }
  if (await isEarlierOpen(deps, attempt, order)) return notReady(step, "earlier-attempt-open");
  const collection = await findCollection(deps, order);
  if (collection === null) return delayed(step, "collection-unknown");
  beforeCall();
  const { amountXof, receiptReference } = order;
  const wanted = { key: attempt.attemptId, ...collection, receiptReference, amountXof };
  const outcome = await rail.refund(wanted);
  const about = { attempt, terms, at: clock.now() };
  return reportOfCall(step, outcome, {
    accepted: ({ refundReference, settled }) => ({
      ...reportOfStatus(settled ?? { kind: "pending" }, about),
      providerReference: refundReference,
    }),
    rejected: (reason) => rejected(reason, about),
  });
}

/** What had failed may have come alive meanwhile, by its provider's own word: then this one is too much. */
async function isEarlierOpen(
  { database, rail }: RefundDeps,
  attempt: Attempt,
  order: OrderedRefund,
): Promise<boolean> {
  const earlier = await findCalledBefore(database, attempt, order.earlierRefundIds);
  const said = earlier.map(({ attemptId: key, providerReference }) =>
    rail.refundStatus({ key, providerReference }),
  );
  return mayOneArrive(await Promise.all(said));
}

/**
 * The provider's name of the collection whose money is refunded. A callback can have ended the collection before
 * any response named it; then the provider is asked.
 */
async function findCollection(
  { database, rail }: RefundDeps,
  { paymentId, collectionAttempt = 1 }: OrderedRefund,
): Promise<Pick<RefundOrder, "collectionKey" | "providerReference"> | null> {
  const key = attemptKey("collection", paymentId, collectionAttempt);
  const collection = await findAttempt(database, key);
  if (collection === undefined) return null;
  const { providerReference } = collection;
  if (providerReference !== null) return { collectionKey: key, providerReference };
  const status = await rail.status({ key, providerReference });
  if (!("providerReference" in status)) return null;
  return { collectionKey: key, providerReference: status.providerReference };
}
