import { publishingServices } from "@sanu/contracts";
import type { EventLogs, LogRow } from "./read-event-logs.ts";

const fromOpenCase = ["CaseVerdictProposed", "CaseClosed"];
const fromOpenPayout = [
  "PayoutAttemptRejected",
  "PayoutOutcomeUnknown",
  "PayoutSettled",
  "PayoutFailed",
  "PayoutWithheld",
];

/** An order in advance waits for its next moment. */
const fromWaitingOrder = [
  "StandingOrderOccurred",
  "StandingOrderPaused",
  "StandingOrderSettled",
  "StandingOrderEnded",
];

/** What may follow what, written by hand from the state diagrams, not taken from the deciders. */
const movesAllowed: Readonly<Record<string, readonly string[]>> = {
  nothing: [
    "AccountRegistered",
    "KycTierDefaultApplied",
    "TransactionCreated",
    "PaymentRequested",
    "InvoiceRequested",
    "RefundRequested",
    "PayoutRequested",
    "CaseOpened",
    "FloatReported",
    "AccountBalanceStated",
    "StatementDifferenceFound",
    "ConnectorTermsChanged",
    "StandingOrderPlaced",
  ],
  StandingOrderPlaced: fromWaitingOrder,
  StandingOrderOccurred: fromWaitingOrder,
  StandingOrderResumed: fromWaitingOrder,
  StandingOrderSettled: [...fromWaitingOrder, "StandingOrderResumed"],
  StandingOrderPaused: ["StandingOrderResumed", "StandingOrderSettled", "StandingOrderEnded"],
  StandingOrderEnded: ["StandingOrderSettled"],
  ConnectorTermsChanged: ["ConnectorTermsChanged"],
  CaseOpened: fromOpenCase,
  CaseVerdictProposed: [...fromOpenCase, "CaseProposalWithdrawn", "CaseVerdictApproved"],
  CaseProposalWithdrawn: fromOpenCase,
  CaseVerdictApproved: ["CaseClosed"],
  FloatReported: ["FloatReported"],
  StatementDifferenceFound: ["StatementDifferenceResolved", "StatementDifferenceDecided"],
  StatementDifferenceDecided: ["StatementDifferenceResolved"],
  StatementDifferenceResolved: ["StatementDifferenceFound"],
  AccountRegistered: ["AccountActivated"],
  AccountActivated: ["RolesChanged"],
  KycTierDefaultApplied: ["KycTierDefaultApplied", "KycTierLimitChanged"],
  KycTierLimitChanged: ["KycTierDefaultApplied", "KycTierLimitChanged"],
  TransactionCreated: [
    "TransactionPaymentLinked",
    "TransactionPaid",
    "TransactionPayoutHeld",
    "TransactionPaymentHeld",
    "TransactionPaymentFailed",
    "TransactionFailed",
  ],
  TransactionPaymentLinked: [
    "TransactionPaid",
    "TransactionPayoutHeld",
    "TransactionPaymentHeld",
    "TransactionPaymentFailed",
    "TransactionFailed",
  ],
  TransactionPaid: ["TransactionCompleted", "TransactionPayoutFailed", "TransactionPayoutHeld"],
  TransactionPayoutHeld: ["TransactionPaid", "TransactionFailed"],
  TransactionPaymentHeld: ["TransactionFailed"],
  // Money that came late was told of before the end that it is late to: it goes back first.
  TransactionPaymentFailed: ["TransactionFailed"],
  TransactionPayoutFailed: ["TransactionFailed"],
  PaymentRequested: ["PaymentInitiated", "PaymentCompleted", "PaymentFailed"],
  PaymentInitiated: ["PaymentCompleted", "PaymentFailed", "InvoiceHeld", "ReleaseRequested"],
  InvoiceRequested: ["PaymentInitiated", "ReleaseRequested", "PaymentFailed"],
  InvoiceHeld: ["CaptureRequested", "ReleaseRequested", "PaymentFailed"],
  CaptureRequested: ["PaymentCompleted", "PaymentFailed"],
  ReleaseRequested: ["PaymentInitiated", "InvoiceHeld", "PaymentFailed"],
  RefundRequested: ["RefundAttemptRejected", "RefundSettled", "RefundFailed"],
  RefundAttemptRejected: ["RefundAttemptRejected", "RefundSettled", "RefundFailed"],
  PayoutRequested: fromOpenPayout,
  PayoutAttemptRejected: fromOpenPayout,
  PayoutSettled: ["PayoutReversed"],
  RefundSettled: ["RefundReversed"],
  PayoutOutcomeUnknown: fromOpenPayout.filter((type) => type !== "PayoutOutcomeUnknown"),
};
/** What a person has to look at, and what the rail did beyond the order, may come at any time but first. */
const anyTime = [
  "TransactionReviewRequested",
  "TransactionHoldRequested",
  "TransactionReviewResolved",
  "TransactionRefundRequested",
  "TransactionRefundFailed",
  "TransactionRefundSettled",
  "TransactionPaymentReversed",
  "TransactionPayoutReversed",
  "TransactionRefundReversed",
  "TransactionDebtSettled",
  "TransactionReceiptDecided",
  "PaymentReversed",
  "PaymentReceiptConfirmed",
  "PaymentReceiptCorrected",
  "PaymentDiscrepancyFound",
  "PaymentCancelRequested",
  "PayoutHoldRequested",
  "PaymentOutcomeUnknown",
  "RefundOutcomeUnknown",
  "VerdictContradicted",
  "OutcomeContradicted",
];

/** Streams with a gap, with a move that no state diagram shows, or with one that two services tell otherwise. */
export function findIllegalLogs(logs: EventLogs): readonly string[] {
  return publishingServices.flatMap((service) => {
    const streams = Map.groupBy(logs[service], ({ streamId }) => streamId);
    return [...streams].flatMap(([id, rows]) => {
      const inOrder = rows.toSorted((one, other) => one.version - other.version);
      return [...gapsOf(id, rows, inOrder), ...illegalMovesOf(id, inOrder)];
    });
  });
}

/** `rows` in the order of publishing, in which versions must rise, too. */
function gapsOf(
  id: string,
  rows: readonly LogRow[],
  inOrder: readonly LogRow[],
): readonly string[] {
  const isWhole = inOrder.every(({ version }, index) => version === index + 1);
  if (!isWhole) return [`${id} has the versions ${inOrder.map((row) => row.version).join(" ")}`];
  const isPublishedInOrder = rows.every(({ version }, index) => version === index + 1);
  if (isPublishedInOrder) return [];
  return [`${id} is published in the order ${rows.map((row) => row.version).join(" ")}`];
}

function illegalMovesOf(id: string, inOrder: readonly LogRow[]): readonly string[] {
  const moves = inOrder
    .map(({ type }) => type)
    .filter((type, index) => index === 0 || !anyTime.includes(type));
  return moves.flatMap((type, index) => {
    const before = moves[index - 1] ?? "nothing";
    const isAllowed = movesAllowed[before]?.includes(type) === true;
    return isAllowed ? [] : [`${id} went from ${before} to ${type}`];
  });
}
