import { newId, sats, xofPerBtc } from "@sanu/kernel";
import type { ConfirmPayment, SettlePayout, SettleRefund } from "./commands.ts";
import type { CreateTransaction } from "./create-command.ts";
import type { EventOf } from "./events.ts";
import {
  confirm,
  create,
  francs,
  satoshis,
  settle,
  settleRefund,
} from "./example-commands.fixture.ts";
import { created, paid, refunded } from "./example-events.fixture.ts";

/** An order to sell for 10 000 XOF at 58 800 000 XOF per bitcoin: 17 006.8 sats, rounded up. */
export const createSale: CreateTransaction = {
  ...create,
  transactionType: "SELL_BITCOIN",
  rateXofPerBtc: xofPerBtc(58_800_000n),
  channel: "LIGHTNING",
  payoutChannel: "MTN_OPEN",
};
export const createdSale: EventOf<"TransactionCreated"> = {
  ...created,
  transactionType: "SELL_BITCOIN",
  amountSats: sats(17_007n),
  feeLimitSats: sats(340n),
  rateXofPerBtc: xofPerBtc(58_800_000n),
  channel: "LIGHTNING",
  payoutChannel: "MTN_OPEN",
};
/** The seller named no place for a refund. */
export const createdBareSale: EventOf<"TransactionCreated"> = {
  ...createdSale,
  receiverKind: null,
  receiverHmac: null,
};
export const paidSale: EventOf<"TransactionPaid"> = {
  ...paid,
  transactionType: "SELL_BITCOIN",
  amountSats: sats(17_007n),
  feeLimitSats: sats(340n),
  payoutChannel: "MTN_OPEN",
};
export const paidBareSale: EventOf<"TransactionPaid"> = {
  ...paidSale,
  receiverKind: null,
  receiverHmac: null,
};
export const confirmSale: ConfirmPayment = { ...confirm, received: satoshis(17_007n) };
export const settleSale: SettlePayout = { ...settle, sent: francs(10_000n) };
export const settleSatsRefund: SettleRefund = {
  ...settleRefund,
  money: satoshis(16_667n),
  fee: satoshis(3n),
};
/** What is left of a refund when its way is paid. */
export const refundedWay = { sendSats: sats(16_667n), feeLimitSats: sats(340n) } as const;
/** The sats go back to the seller's Lightning address. */
export const refundedSats = refunded({
  money: satoshis(17_007n),
  ...refundedWay,
  destination: {
    kind: "receiver",
    receiverKind: "lightning-address",
    receiverHmac: "receiver",
  },
});
export const secondRefundId = newId<"RefundId">();
