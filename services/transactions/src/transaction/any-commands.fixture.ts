import type { PaymentDiscrepancy } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import fc from "fast-check";
import type { TransactionCommand } from "./commands.ts";
import { HoldCause } from "./events.ts";
import * as examples from "./example-commands.fixture.ts";

const numbers = fc.integer({ min: 1, max: 4 });
const amounts = fc.constantFrom(
  examples.francs(10_000n),
  examples.francs(9_000n),
  examples.satoshis(17_007n),
  examples.satoshis(17_006n),
);
const kinds = fc.constantFrom<PaymentDiscrepancy[]>("late", "duplicate", "amount-mismatch");
const newRefund = () => newId<"RefundId">();

/** The same name is always the same money. */
const receipts = fc.tuple(numbers, amounts).map(([number, received]) => {
  const amount = received.currency === "XOF" ? received.amountXof : received.amountSats;
  return { received, receiptId: `receipt-${number}-${received.currency}-${amount}` };
});

export const commandsOfRefunds = fc.oneof(
  fc
    .tuple(numbers, fc.constantFrom("whole", "short"))
    .map(([number, how]) => ({ ...examples.settleRefund, causeId: `settle-${how}-${number}` })),
  numbers.map((number) => ({ ...examples.failRefund, causeId: `fail-refund-${number}` })),
  fc.tuple(numbers, fc.constantFrom("whole", "short")).map(([number, how]) => ({
    ...examples.settleRefund,
    kind: "reverse-refund",
    causeId: `rr-${how}-${number}`,
  })),
  fc
    .tuple(
      numbers,
      fc.constantFrom(
        { of: "refund", by: "paid-by-hand" },
        { of: "payment", by: "recovered" },
        { of: "payment", by: "written-off" },
        { of: "payout", by: "paid-by-hand" },
      ),
    )
    .map(([number, said]) => ({
      ...examples.settleByHand,
      kind: "settle-debt",
      ...said,
      receiptId: String(number),
    })),
  fc.constantFrom("close", "refund").map((resolution) => ({
    ...examples.resolve,
    resolution,
    refundIds: Array.from({ length: 10 }, newRefund),
  })),
) as fc.Arbitrary<TransactionCommand>;

export const provideInvoices = fc
  .constant(examples.provideInvoice)
  .map((give) => ({ ...give, refundId: newRefund() })) as fc.Arbitrary<TransactionCommand>;

/** Of which leg is said by its name. */
export const contradictions = fc
  .tuple(
    numbers,
    fc.constantFrom("payout", "refund", "payment"),
    fc.constantFrom("arrived", "never"),
  )
  .map(([number, leg, found]) => ({
    ...examples.link,
    kind: "report-contradiction",
    found,
    receipt: null,
    refundId: null,
    payoutId: null,
    causeId: `contradicted-${leg}-${found}-${number}`,
  })) as fc.Arbitrary<TransactionCommand>;

export function denial(number: number): TransactionCommand {
  return {
    ...examples.link,
    kind: "report-contradiction",
    found: "never",
    receipt: null,
    refundId: null,
    payoutId: null,
    causeId: `denied-${number}`,
  };
}

/** A provider shows what came as another amount; the number says of which receipt, and how much. */
export function otherAmount(number: number): TransactionCommand {
  return { ...(denial(number) as object), found: "arrived" } as TransactionCommand;
}

/** A provider denies what came, or shows it as another amount, and two of the staff say what is right. */
export const denials = fc.oneof(
  numbers.map(denial),
  numbers.map(otherAmount),
  fc
    .tuple(numbers, fc.constantFrom("arrived", "never", "other-amount"), fc.boolean())
    .map(([number, verdict, isSuspended]) => ({
      ...examples.decideHeld,
      kind: "decide-denied",
      receiptId: String(number),
      verdict,
      ...(isSuspended && { isSuspended }),
      caseId: examples.settleByHand.caseId,
      payoutId: newId<"PayoutId">(),
      refundId: newRefund(),
    })),
) as fc.Arbitrary<TransactionCommand>;

export const commandsOfPayouts = fc.oneof(
  fc
    .tuple(
      numbers,
      fc.constantFrom(examples.satoshis(16_339n), examples.francs(10_000n), examples.francs(1n)),
    )
    .map(([number, sent]) => ({
      ...examples.settle,
      sent,
      causeId: `settle-${number}-${sent.currency}`,
    })),
  numbers.map((number) => ({
    ...examples.failPayout,
    causeId: `fail-payout-${number}`,
    refundId: newRefund(),
  })),
  fc.constant({
    ...examples.failPayout,
    kind: "reverse-payout",
    money: examples.satoshis(16_339n),
    causeId: "rp-1",
  }),
  fc.constant({ kind: "hold-account", at: examples.example.at }),
  fc.constant(examples.withholdPayout),
  fc.constantFrom("release", "refund").map((verdict) => ({
    ...examples.decideHeld,
    verdict,
    payoutId: newId<"PayoutId">(),
    refundId: newRefund(),
  })),
) as fc.Arbitrary<TransactionCommand>;

/** Any fact and any wish in any order: early, late, twice, contradicting. The same id is always the same fact. */
export const commands: fc.Arbitrary<TransactionCommand> = fc.oneof(
  { arbitrary: commandsOfRefunds, weight: 5 },
  { arbitrary: commandsOfPayouts, weight: 5 },
  numbers.map((number) => ({ ...examples.link, causeId: `link-${number}` })),
  fc
    .tuple(receipts, fc.constantFrom(undefined, ...HoldCause.options))
    .map(([receipt, heldFor]) => ({
      ...examples.confirm,
      ...receipt,
      heldFor,
      causeId: `confirm-${receipt.receiptId}`,
      payoutId: newId<"PayoutId">(),
      refundId: newRefund(),
    })),
  numbers.map((number) => ({ ...examples.failPayment, causeId: `fail-${number}` })),
  fc.tuple(receipts, kinds).map(([receipt, kind]) => ({
    ...examples.discrepancy,
    ...receipt,
    causeId: `${kind}-${receipt.receiptId}`,
    discrepancy: kind,
    refundId: newRefund(),
  })),
  numbers.map((number) => ({
    ...examples.link,
    kind: "payment-unknown",
    causeId: `unknown-${number}`,
  })),
  numbers.map((number) => ({
    ...examples.failRefund,
    kind: "refund-unknown",
    causeId: `refund-unknown-${number}`,
  })),
  receipts.map(({ received: money, receiptId }) => ({
    ...examples.link,
    kind: "reverse-payment",
    money,
    receiptId,
    causeId: `reverse-${receiptId}`,
  })),
  fc.constant(examples.cancel),
  numbers.map((number) => ({ ...examples.settleByHand, receiptId: String(number) })),
  provideInvoices,
  contradictions,
  denials,
) as fc.Arbitrary<TransactionCommand>;
