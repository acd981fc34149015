import {
  type FactDefinition,
  type FactInput,
  type TransactionHoldRequested,
  TransactionPaid,
  TransactionRefundRequested,
} from "@sanu/contracts";
import { newId, newReference, type PayoutId, systemClock, type TransactionId } from "@sanu/kernel";
import { destinationHmac } from "@sanu/platform";
import { payoutIdOf } from "./payout/refund-payout.ts";

export interface TestPayout {
  readonly payoutId: PayoutId;
  readonly transactionId: TransactionId;
  /** Where the money goes: a receiver of bitcoin, or a number. */
  readonly destination: string;
  readonly definition: FactDefinition;
  readonly fact:
    | FactInput<typeof TransactionPaid>
    | FactInput<typeof TransactionRefundRequested>
    | FactInput<typeof TransactionHoldRequested>;
}

/** Makes orders; each new destination is what transactions answers until a test says otherwise. */
export interface OrderMaker {
  readonly purchase: (receiver: string) => TestPayout;
  readonly sale: (
    number: string,
    changes?: Partial<Pick<PaidFact, "payoutChannel" | "earlierPayoutIds">>,
  ) => TestPayout;
  /** Refunded sats of a sale, to an address or to an invoice given for it. */
  readonly refund: (
    receiver: string,
    changes?: Partial<FactInput<typeof TransactionRefundRequested>>,
  ) => TestPayout;
}

export const amounts = { amountXof: "10000", amountSats: "16339" } as const;

export function orderMaker(destinations: Map<string, string>, hmacKey: Buffer): OrderMaker {
  const idsFor = (destination: string) => {
    const transactionId = newId<"TransactionId">();
    destinations.set(transactionId, destination);
    const ids = { transactionId, paymentId: newId<"PaymentId">() };
    return { ids, hmac: destinationHmac(hmacKey, destination) };
  };
  const paid = (destination: string, changes: PaidChanges): TestPayout => {
    const { ids, hmac } = idsFor(destination);
    const payoutId = newId<"PayoutId">();
    const fact = {
      ...ids,
      payoutId,
      payoutReference: newReference("PAYOUT_"),
      ...amounts,
      ...changes(hmac),
      paidAt: systemClock.now(),
    };
    const { transactionId } = ids;
    return { payoutId, transactionId, destination, definition: TransactionPaid, fact };
  };
  return {
    purchase: (receiver) =>
      paid(receiver, (receiverHmac) => ({
        ...toReceiver,
        receiverKind: receiver.startsWith("bc1") ? "onchain" : "lightning-address",
        receiverHmac,
      })),
    sale: (number, changes = {}) =>
      paid(number, (numberHmac) => ({ ...toNumber, numberHmac, ...changes })),
    refund(destination, changes = {}) {
      const { ids, hmac: receiverHmac } = idsFor(destination);
      const refundId = newId<"RefundId">();
      const fact = {
        ...ids,
        refundId,
        money: { currency: "SATS" as const, amountSats: amounts.amountSats },
        reason: "payout-failed" as const,
        receiptId: "receipt",
        destination: {
          kind: "receiver" as const,
          receiverKind: "lightning-address" as const,
          receiverHmac,
        },
        requestedAt: systemClock.now(),
        ...changes,
      };
      const { transactionId } = ids;
      const payoutId = payoutIdOf(refundId);
      return { payoutId, transactionId, destination, definition: TransactionRefundRequested, fact };
    },
  };
}

type PaidFact = FactInput<typeof TransactionPaid>;
type PaidChanges = (
  hmac: string,
) => Pick<
  PaidFact,
  "transactionType" | "payoutChannel" | "numberHmac" | "receiverKind" | "receiverHmac"
>;

const toReceiver = {
  transactionType: "BUY_BITCOIN",
  payoutChannel: null,
  numberHmac: "n".repeat(43),
} as const;

const toNumber = {
  transactionType: "SELL_BITCOIN",
  payoutChannel: "MTN_OPEN",
  receiverKind: null,
  receiverHmac: null,
} as const;
