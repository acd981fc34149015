import type { AccountId, StandingOrderId } from "@sanu/kernel";
import { z } from "zod";
import { factsOf } from "../fact.ts";
import { InstantText, idOf, XofText } from "../texts.ts";
import { Occurred, OrderTrigger, StandingOrderEnding, TransactionType } from "./enums.ts";

const fact = factsOf("transactions");
const ids = { orderId: idOf<StandingOrderId>(), accountId: idOf<AccountId>() };

export const StandingOrderPlaced = fact(
  "StandingOrderPlaced",
  "A person ordered in advance: an ordinary transaction comes of it whenever it is due. Identity mails its owner that.",
  {
    ...ids,
    transactionType: TransactionType,
    amountXof: XofText,
    trigger: OrderTrigger,
    until: InstantText.nullable().describe("Nothing is ordered behind it; null for ever."),
    ordersMax: z
      .int()
      .positive()
      .nullable()
      .describe("It ends with so many transactions; null goes on."),
    placedAt: InstantText,
  },
);

export const StandingOrderPaused = fact(
  "StandingOrderPaused",
  "It is not due until it is resumed, and what it misses is not made up for.",
  { ...ids, pausedAt: InstantText },
);

export const StandingOrderResumed = fact("StandingOrderResumed", "It can be due again.", {
  ...ids,
  resumedAt: InstantText,
});

export const StandingOrderOccurred = fact(
  "StandingOrderOccurred",
  "It was due. Where it ordered, identity mails the way to the payment page.",
  {
    ...ids,
    occurrence: z.int().positive().describe("Counts from 1; each has one outcome."),
    dueAt: InstantText,
    outcome: Occurred,
    occurredAt: InstantText,
  },
);

export const StandingOrderEnded = fact(
  "StandingOrderEnded",
  "It is never due again. Where it failed too often, identity mails that.",
  { ...ids, reason: StandingOrderEnding, endedAt: InstantText },
);

export const standingOrderFacts = [
  StandingOrderPlaced,
  StandingOrderPaused,
  StandingOrderResumed,
  StandingOrderOccurred,
  StandingOrderEnded,
] as const;
