import {
  DestinationHmac,
  eventsOf,
  InstantText,
  idOf,
  Occurred,
  OrderTrigger,
  StandingOrderEnding,
  TransactionType,
  XofText,
} from "@sanu/contracts";
import type { AccountId, StandingOrderId, TransactionId } from "@sanu/kernel";
import { z } from "zod";

const event = eventsOf({ orderId: idOf<StandingOrderId>(), accountId: idOf<AccountId>() });

const StandingOrderPlaced = event("StandingOrderPlaced", {
  transactionType: TransactionType,
  amountXof: XofText,
  trigger: OrderTrigger,
  channel: z.string().nullable(),
  numberHmac: DestinationHmac,
  receiverHmac: DestinationHmac.nullable(),
  until: InstantText.nullable(),
  ordersMax: z.int().positive().nullable(),
  nextDueAt: InstantText.nullable(),
  placedAt: InstantText,
});

const StandingOrderPaused = event("StandingOrderPaused", { pausedAt: InstantText });

const StandingOrderResumed = event("StandingOrderResumed", {
  nextDueAt: InstantText.nullable(),
  resumedAt: InstantText,
});

const StandingOrderOccurred = event("StandingOrderOccurred", {
  occurrence: z.int().positive(),
  dueAt: InstantText,
  outcome: Occurred,
  nextDueAt: InstantText.nullable(),
  occurredAt: InstantText,
});

/** The transaction of an occurrence has ended. */
const StandingOrderSettled = event("StandingOrderSettled", {
  transactionId: idOf<TransactionId>(),
  isCompleted: z.boolean(),
  settledAt: InstantText,
});

const StandingOrderEnded = event("StandingOrderEnded", {
  reason: StandingOrderEnding,
  endedAt: InstantText,
});

export const StandingOrderEvent = z.discriminatedUnion("type", [
  StandingOrderPlaced,
  StandingOrderPaused,
  StandingOrderResumed,
  StandingOrderOccurred,
  StandingOrderSettled,
  StandingOrderEnded,
]);
export type StandingOrderEvent = z.output<typeof StandingOrderEvent>;

export type EventOf<Type extends StandingOrderEvent["type"]> = Extract<
  StandingOrderEvent,
  { readonly type: Type }
>;
