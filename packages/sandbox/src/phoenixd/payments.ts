import { randomUUID } from "node:crypto";

/** One try to pay a hash, as the node's own book has it. */
export interface PhoenixdPayment {
  readonly paymentId: string;
  readonly paymentHash: string;
  readonly amountSats: bigint;
  readonly feesMsat: bigint;
  readonly createdAtMs: number;
  readonly completedAtMs: number | null;
  /** Null until it is paid, and for ever where it failed. */
  readonly preimage: string | null;
}

export interface PaymentBook {
  readonly begin: (
    payment: Pick<PhoenixdPayment, "paymentHash" | "amountSats" | "feesMsat">,
  ) => string;
  readonly end: (paymentId: string, preimage: string | null) => void;
  /** What says most about the hash: paid before pending before failed. */
  readonly find: (paymentHash: string) => PhoenixdPayment | undefined;
  readonly all: () => readonly PhoenixdPayment[];
}

export function createPaymentBook(): PaymentBook {
  const payments = new Map<string, PhoenixdPayment>();
  return {
    begin(payment) {
      const paymentId = randomUUID();
      const times = { createdAtMs: Date.now(), completedAtMs: null };
      payments.set(paymentId, { ...payment, paymentId, ...times, preimage: null });
      return paymentId;
    },
    end(paymentId, preimage) {
      const payment = payments.get(paymentId);
      if (payment === undefined) return;
      payments.set(paymentId, { ...payment, preimage, completedAtMs: Date.now() });
    },
    find(paymentHash) {
      const tries = [...payments.values()].filter((one) => one.paymentHash === paymentHash);
      return tries.toSorted((one, other) => weightOf(other) - weightOf(one))[0];
    },
    all: () => [...payments.values()],
  };
}

function weightOf({ preimage, completedAtMs }: PhoenixdPayment): number {
  if (preimage !== null) return 3;
  return completedAtMs === null ? 2 : 1;
}
