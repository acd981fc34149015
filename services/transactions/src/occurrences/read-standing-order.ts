import type {
  CreateStandingOrder,
  FieldErrors,
  FieldRule,
  OrderTrigger,
  RequestData,
} from "@sanu/contracts";
import { calendarDayOf, type Instant, isRateWithin, type PriceBands, type Xof } from "@sanu/kernel";
import type { AcceptedNetwork } from "@sanu/rails";
import { weekdayOf } from "../calendar/due-moments.ts";
import { localTimeOf } from "../calendar/local-moment.ts";
import { type ReadOrder, readOrder } from "../orders/read-order.ts";

type Request = RequestData<typeof CreateStandingOrder>;

export type StandingOrderReading =
  | { readonly kind: "standing-order"; readonly order: ReadOrder; readonly trigger: OrderTrigger }
  | { readonly kind: "broken"; readonly fields: FieldErrors }
  | { readonly kind: "channel-not-available"; readonly available: readonly string[] };

/** Reads who pays, who receives and when. All broken fields are named at once. */
export function readStandingOrder(
  request: Request,
  as: {
    readonly now: Instant;
    readonly timeZone: string;
    readonly network: AcceptedNetwork;
    readonly bands: PriceBands;
  },
): StandingOrderReading {
  const order = readOrder(request, as.network);
  const fields: Record<string, readonly FieldRule[]> =
    order.kind === "broken" ? { ...order.fields } : {};
  if (order.kind === "order" && isSingleUse(request, order)) {
    fields["receiver_address"] = ["single-use"];
  }
  const { trigger } = request;
  if (trigger.kind === "price" && !isRateWithin(trigger.priceXofPerBtc, as.bands)) {
    fields["price"] = ["outside-band"];
  }
  if (order.kind === "broken" || Object.keys(fields).length > 0) return { kind: "broken", fields };
  if (order.kind !== "order") return order;
  return { kind: "standing-order", order, trigger: triggerOf(request, as) };
}

/**
 * An invoice is paid once, and is over before most orders are due. A receiver that demands an amount would refuse every purchase: how many
 * sats the XOF buy is known only when it is due. A sale sends there what is returned, whatever that is.
 */
function isSingleUse({ transactionType }: Request, { receiver }: ReadOrder): boolean {
  if (receiver === null) return false;
  const isPurchase = transactionType === "BUY_BITCOIN";
  return receiver.kind === "bolt11" || (isPurchase && receiver.amountSats !== null);
}

/** What is not said of a schedule is as it is now. */
function triggerOf(
  { trigger }: Request,
  { now, timeZone }: { readonly now: Instant; readonly timeZone: string },
): OrderTrigger {
  if (trigger.kind === "price") return trigger;
  const { every } = trigger;
  const today = calendarDayOf(now, timeZone);
  const dayNow = { day: null, week: weekdayOf(today), month: today.day }[every];
  return {
    kind: "schedule",
    every,
    day: every === "day" ? null : (trigger.day ?? dayNow),
    time: trigger.time ?? localTimeOf(now, timeZone),
  };
}

/** Whether an order of so much could be placed; how far rates and floats carry it is seen when it is due. */
export function amountRefusal(
  amountXof: Xof,
  { amountMinXof, amountMaxXof }: { readonly amountMinXof: Xof; readonly amountMaxXof: Xof },
) {
  if (amountXof < amountMinXof) {
    return { code: "amount-below-minimum", params: { minimumXof: `${amountMinXof}` } } as const;
  }
  if (amountXof > amountMaxXof) {
    return { code: "amount-above-maximum", params: { maximumXof: `${amountMaxXof}` } } as const;
  }
  return undefined;
}
