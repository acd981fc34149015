import { isDeepStrictEqual } from "node:util";
import { attemptKey } from "@sanu/attempts";
import { type Money, MoneyText } from "@sanu/contracts";
import type { Sandbox } from "@sanu/sandbox";
import { drawUpBooks } from "@sanu/testing";
import { z } from "zod";
import type { FaultSystem } from "../system.ts";
import { differencesOf } from "./count-differences.ts";
import type { EventLogs, LogRow } from "./read-event-logs.ts";

/** What is known outside of what moved. */
type Outside = Pick<Sandbox, "journal">;

/**
 * Whole amounts that are not conserved: sums that differ between the sandbox's journal and our logs, and single
 * receipts and sends that only one of the two knows, or knows with another amount.
 */
export async function findMoneyDifferences(
  { sandbox, databases }: Pick<FaultSystem, "databases"> & { readonly sandbox: Outside },
  logs: EventLogs,
): Promise<readonly string[]> {
  const { violations, log, journal } = await drawUpBooks({
    journal: sandbox.journal.all(),
    ...databases,
  });
  const isBalanced = isDeepStrictEqual(log, journal);
  return [
    ...violations,
    ...(isBalanced ? [] : [`The books differ: ${text(log)} in the log, ${text(journal)} outside`]),
    ...differencesOf("receipt", receiptsLogged(logs), receiptsMade(sandbox)),
    ...differencesOf("refund", refundsLogged(logs), refundsMade(sandbox)),
    ...differencesOf("send", paidOutLogged(logs, "SATS"), sendsMade(sandbox)),
    ...differencesOf("disbursement", paidOutLogged(logs, "XOF"), disbursementsMade(sandbox)),
  ];
}

function text(value: object): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === "bigint" ? part.toString() : part,
  );
}

function receiptsLogged({ payments }: EventLogs): readonly string[] {
  return payments.flatMap(({ type, data }: LogRow) => {
    const isCompleted = type === "PaymentCompleted";
    if (!isCompleted && type !== "PaymentDiscrepancyFound") return [];
    // The receipt of a sale is its invoice.
    if ("paymentHash" in data) {
      return [`${data["paymentHash"]} ${data[isCompleted ? "amountSats" : "receivedSats"]} SATS`];
    }
    const amountXof = data[isCompleted ? "amountXof" : "receivedXof"];
    return [`${data["receiptReference"]} ${amountXof} XOF`];
  });
}

function receiptsMade({ journal }: Outside): readonly string[] {
  const received = journal.ofKind("money-received");
  const captured = journal.ofKind("invoice-captured");
  return [
    ...received.map(({ receiptId, amountXof }) => `${receiptId} ${amountXof} XOF`),
    ...captured.map(({ paymentHash, amountSats }) => `${paymentHash} ${amountSats} SATS`),
  ];
}

/** A refund is known outside by the key of the attempt that settled it: one more than were rejected. */
function refundsLogged({ payments }: EventLogs): readonly string[] {
  return [...Map.groupBy(payments, ({ streamId }) => streamId)].flatMap(([id, rows]) => {
    const rejected = rows.filter(({ type }) => type === "RefundAttemptRejected").length;
    const key = attemptKey("refund", id, rejected + 1);
    return rows.flatMap(({ type, data }) =>
      type === "RefundSettled" ? [`${key} ${data["amountXof"]} XOF`] : [],
    );
  });
}

function refundsMade({ journal }: Outside): readonly string[] {
  return journal.ofKind("refund-settled").map(({ key, amountXof }) => `${key} ${amountXof} XOF`);
}

/** What a settled payout or return says of its money. */
const Settled = z.object({ sent: MoneyText, fee: MoneyText });

function paidOutLogged({ payouts }: EventLogs, currency: Money["currency"]): readonly string[] {
  const rows = payouts.filter(({ type }) => type === "PayoutSettled");
  const settled = rows.map(({ data }) => Settled.parse(data));
  return settled.flatMap(({ sent, fee }) =>
    sent.currency === currency && fee.currency === currency
      ? [paidOut(amountOf(sent), amountOf(fee), currency)]
      : [],
  );
}

function amountOf(money: Money): bigint {
  return money.currency === "XOF" ? money.amountXof : money.amountSats;
}

function sendsMade({ journal }: Outside): readonly string[] {
  const sends = journal.ofKind("send-settled");
  return sends.map(({ amountSats, feeSats }) => paidOut(amountSats, feeSats, "SATS"));
}

function disbursementsMade({ journal }: Outside): readonly string[] {
  const disbursements = journal.ofKind("disbursement-settled");
  return disbursements.map(({ amountXof, feeXof }) => paidOut(amountXof, feeXof, "XOF"));
}

function paidOut(amount: bigint | string, fee: bigint | string, currency: string): string {
  return `of ${amount} ${currency} for ${fee}`;
}
