import type { RefundReason } from "@sanu/contracts";
import { drawByShare, typedKeys } from "./draw-by-share.ts";
import type { Ending } from "./ending.ts";
import {
  drawSale,
  endingsOfSale,
  everySale,
  placeOf,
  type SaleOrder,
  walletEndingOf,
} from "./sale-outcomes.ts";

interface Payer {
  /** The last three digits of the number, by which the sandbox knows what the payer does. */
  readonly numberEnding: string;
  readonly brings: "the-amount" | "it-twice" | "less" | "it-late" | "nothing" | "no-response";
  /** Out of all shares together; silent payers are few, because each keeps a worker waiting again and again. */
  readonly share: number;
}

/** These do it when a test lets them. */
const promptedPayers = {
  "pays when told": { numberEnding: "116", brings: "the-amount", share: 1 },
  "pays less when told": { numberEnding: "117", brings: "less", share: 1 },
  "declines when told": { numberEnding: "118", brings: "nothing", share: 1 },
} as const satisfies Readonly<Record<string, Payer>>;

const ownPayers = {
  "pays at once": { numberEnding: "789", brings: "the-amount", share: 30 },
  "pays slowly": { numberEnding: "002", brings: "the-amount", share: 10 },
  "is told twice": { numberEnding: "222", brings: "the-amount", share: 10 },
  approves: { numberEnding: "111", brings: "the-amount", share: 12 },
  "pays twice": { numberEnding: "114", brings: "it-twice", share: 5 },
  "pays less": { numberEnding: "113", brings: "less", share: 5 },
  "pays late": { numberEnding: "333", brings: "it-late", share: 5 },
  declines: { numberEnding: "039", brings: "nothing", share: 5 },
  "has too little": { numberEnding: "048", brings: "nothing", share: 5 },
  "declines on the page": { numberEnding: "112", brings: "nothing", share: 6 },
  "never uses the page": { numberEnding: "115", brings: "nothing", share: 6 },
  "is never answered": { numberEnding: "129", brings: "no-response", share: 1 },
} as const satisfies Readonly<Record<string, Payer>>;
const payers = { ...ownPayers, ...promptedPayers };
export type PayerName = keyof typeof payers;

interface Receiver {
  /** The address; `undefined` where the node makes an invoice for each order. */
  readonly address: string | undefined;
  readonly isPaid: boolean;
  readonly share: number;
}

const receivers = {
  "settles at once": { address: "ok@sandbox.sanu", isPaid: true, share: 35 },
  "settles slowly": { address: "slow@sandbox.sanu", isPaid: true, share: 12 },
  "hangs, then settles": { address: "hang-ok@sandbox.sanu", isPaid: true, share: 8 },
  "is lost, then settles": { address: "notfound@sandbox.sanu", isPaid: true, share: 8 },
  "is elsewhere": { address: "somebody@wallet.example", isPaid: true, share: 10 },
  "is on the chain": {
    address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    isPaid: true,
    share: 8,
  },
  "is an invoice": { address: undefined, isPaid: true, share: 8 },
  fails: { address: "fail@sandbox.sanu", isPaid: false, share: 7 },
  "hangs, then fails": { address: "hang-fail@sandbox.sanu", isPaid: false, share: 4 },
} as const satisfies Readonly<Record<string, Receiver>>;
export type ReceiverName = keyof typeof receivers;

/** What a deal is to run into, on both sides. */
export type Order = PurchaseOrder | SaleOrder;

export interface PurchaseOrder {
  readonly payer: PayerName;
  readonly receiver: ReceiverName;
}

/** Every outcome of the sandbox, mixed by the shares. */
export const everyOutcome: Mix = {
  payers: typedKeys(ownPayers),
  receivers: typedKeys(receivers),
  salesPart: 0.25,
};

/** The payers and receivers that a load draws from, and what part of its deals are sales of every kind. */
export interface Mix {
  readonly payers: readonly PayerName[];
  readonly receivers: readonly ReceiverName[];
  readonly salesPart: number;
}

/** Draws an order by the shares. */
export function drawOrder(mix: Mix, random: () => number): Order {
  const { payers: some, receivers: others, salesPart } = mix;
  if (random() < salesPart) return drawSale(random);
  return {
    payer: drawByShare(some, (name) => payers[name].share, random),
    receiver: drawByShare(others, (name) => receivers[name].share, random),
  };
}

/** As few orders as meet every payer and every receiver, and all that sales meet. */
export function everyOrder({ payers: some, receivers: others }: Mix): readonly Order[] {
  return [
    ...some.map((payer) => ({ payer, receiver: "settles at once" }) as const),
    ...others.map((receiver) => ({ payer: "pays at once", receiver }) as const),
    ...everySale(),
  ];
}

export function isSale(order: Order): order is SaleOrder {
  return "seller" in order;
}

/** The last digits of the number that pays XOF, or gets them. */
export function numberEndingOf(order: Order): string {
  return isSale(order) ? walletEndingOf(order) : payers[order.payer].numberEnding;
}

/** Where sats go, or go back to; `invoice` makes one where the order is to an invoice. */
export function receiverOf(
  order: Order,
  { number, invoice }: { readonly number: string; readonly invoice: () => string },
): string {
  return isSale(order) ? placeOf(order, number) : (receivers[order.receiver].address ?? invoice());
}

/** Whether nobody ever hears how the payment ended: such a purchase stays open, rightly. */
export function isSilent(order: Order): boolean {
  return !isSale(order) && payers[order.payer].brings === "no-response";
}

/** What a deal is to run into, in words. */
export function describeOrder(order: Order): string {
  return Object.values(order).join("; ");
}

/** The endings that are right for an order, whatever was killed meanwhile. */
export function endingsOf(order: Order): readonly Ending[] {
  return isSale(order) ? endingsOfSale(order) : endingsOfPurchase(order);
}

function endingsOfPurchase(order: PurchaseOrder): readonly Ending[] {
  const paid = paidEnding(order, []);
  switch (payers[order.payer].brings) {
    case "the-amount":
      return [paid];
    case "it-twice":
      return [paidEnding(order, ["payment-duplicate"])];
    case "less":
      return [failed("payment-amount-mismatch")];
    // Who asks for the first time when the late money is there already hears of the money alone.
    case "it-late":
      return [failed("payment-late"), paid];
    case "nothing":
      return [failed()];
    case "no-response":
      return [{ status: "PENDING", refunds: [], reviews: [] }];
  }
}

function paidEnding({ receiver }: PurchaseOrder, notes: readonly RefundReason[]): Ending {
  return receivers[receiver].isPaid
    ? { status: "COMPLETED", refunds: notes, reviews: [] }
    : failed(...notes, "payout-failed");
}

function failed(...refunds: readonly RefundReason[]): Ending {
  return { status: "FAILED", refunds: refunds.toSorted(), reviews: [] };
}
