import { type Payment, type Refund, statusOf } from "./payment.ts";

/** A payment as the gateway's API shows it; `publicUrl` is null where the link is left out. */
export function paymentBody(payment: Payment, publicUrl: string | null) {
  return {
    id: payment.id,
    merchant_key: payment.key,
    status: statusOf(payment),
    amount_xof: payment.amountXof.toString(),
    channel: payment.channel,
    payment_url: publicUrl === null ? null : `${publicUrl}/pay/${payment.token}`,
    created_at: payment.createdAt,
    receipts: payment.receipts.map(({ receiptId, amountXof, receivedAt, reversedAt }) => ({
      id: receiptId,
      amount_xof: amountXof.toString(),
      received_at: receivedAt,
      reversed_at: reversedAt,
    })),
  };
}

export function refundBody(refund: Refund) {
  return {
    id: refund.id,
    merchant_key: refund.key,
    payment_id: refund.paymentId,
    status: refund.status,
    amount_xof: refund.amountXof.toString(),
    arrived_xof: refund.settledAt === null ? null : refund.arrivedXof.toString(),
    settled_at: refund.settledAt,
    reversed_at: refund.reversedAt,
    failure: refund.failure,
  };
}
