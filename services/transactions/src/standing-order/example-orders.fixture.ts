import type { OrderTrigger } from "@sanu/contracts";
import {
  type AccountId,
  type Instant,
  instant,
  newId,
  type StandingOrderId,
  xof,
  xofPerBtc,
} from "@sanu/kernel";
import type { EventOf, StandingOrderEvent } from "./events.ts";

export const at = (text: string): Instant => instant(`${text}:00.000000Z`);
export const placedAt = at("2026-11-21T10:00");
export const firstDueAt = at("2026-11-22T08:00");
export const secondDueAt = at("2026-11-23T08:00");

export const daily: OrderTrigger = { kind: "schedule", every: "day", day: null, time: "09:00" };
export const atPrice: OrderTrigger = { kind: "price", priceXofPerBtc: xofPerBtc(50_000_000n) };

export const ids = {
  v: 1,
  orderId: newId<"StandingOrderId">() as StandingOrderId,
  accountId: newId<"AccountId">() as AccountId,
} as const;

const hmac = "A".repeat(43);

/** What was placed; an order of every day unless told. */
export const what = {
  orderId: ids.orderId,
  accountId: ids.accountId,
  transactionType: "BUY_BITCOIN",
  amountXof: xof(10_000n),
  trigger: daily,
  channel: null,
  numberHmac: hmac,
  receiverHmac: hmac,
  until: null,
  ordersMax: null,
} as const;

/** The event of it. */
export function placed(
  changes: Partial<EventOf<"StandingOrderPlaced">> = {},
): EventOf<"StandingOrderPlaced"> {
  return {
    type: "StandingOrderPlaced",
    v: 1,
    ...what,
    nextDueAt: firstDueAt,
    placedAt,
    ...changes,
  };
}

export function occurred(
  changes: Partial<EventOf<"StandingOrderOccurred">> = {},
): EventOf<"StandingOrderOccurred"> {
  return {
    type: "StandingOrderOccurred",
    ...ids,
    occurrence: 1,
    dueAt: firstDueAt,
    outcome: { kind: "refused", code: "limit-exceeded" },
    nextDueAt: secondDueAt,
    occurredAt: firstDueAt,
    ...changes,
  };
}

export function ended(
  reason: EventOf<"StandingOrderEnded">["reason"],
  endedAt: Instant,
): StandingOrderEvent {
  return { type: "StandingOrderEnded", ...ids, reason, endedAt };
}
