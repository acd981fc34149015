import type { AccountId, StandingOrderId, TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { factsOf } from "../fact.ts";
import { InstantText, idOf, XofPerBtcText, XofText } from "../texts.ts";
import { TransactionType } from "./enums.ts";
import { Frequency, StandingOrderEnding } from "./standing-order-views.ts";

const fact = factsOf("transactions");
const ids = { orderId: idOf<StandingOrderId>(), accountId: idOf<AccountId>() };

/** When a standing order is due: once, when the rate reaches a price, or again and again by the calendar. */
export const OrderTrigger = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("price"),
    priceXofPerBtc: XofPerBtcText.describe(
      "A purchase waits for a rate at or below it, a sale for one at or above.",
    ),
  }),
  z.object({
    kind: z.literal("schedule"),
    every: Frequency,
    day: z
      .int()
      .min(1)
      .max(31)
      .nullable()
      .describe(
        "Of the week from Monday, 1, or of the month, whose last day stands for those that it " +
          "has not; null every day.",
      ),
    time: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .describe("`HH:MM` of the business time zone."),
  }),
]);
export type OrderTrigger = z.output<typeof OrderTrigger>;

/** What became of a due moment. */
export const Occurred = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("ordered"),
    transactionId: idOf<TransactionId>(),
    payUntil: InstantText.describe("When its payment page closes."),
  }),
  z.object({
    kind: z.literal("refused"),
    code: z.string().describe("The problem that an order of a person would have got."),
  }),
  z.object({
    kind: z.literal("skipped"),
    code: z.enum(["late", "account-suspended"]),
  }),
]);
export type Occurred = z.output<typeof Occurred>;

export const StandingOrderPlaced = fact(
  "StandingOrderPlaced",
  "A person ordered in advance: an ordinary transaction comes of it whenever it is due.",
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
