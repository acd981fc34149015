import { type PublishingService, publishingServices } from "./services.ts";
import { everyVersionOf, factsOfService, type Namespace } from "./subjects.ts";

/** A stream as the set-up job makes it: file storage, limits retention without age, no deletion, no purge. */
export interface StreamDefinition {
  readonly name: string;
  readonly service: PublishingService;
  readonly subjects: readonly [string];
}

/** A durable pull consumer, shared by all replicas of one service's reaction group. */
export interface ConsumerDefinition {
  readonly durable: string;
  readonly stream: string;
  readonly filterSubjects: readonly string[];
}

/** Which facts of which service a group of reactions listens to. */
export interface ReactionGroupDefinition {
  readonly service: PublishingService;
  readonly group: string;
  readonly source: PublishingService;
  readonly facts: readonly string[];
}

/** Everybody who listens. A group's name is its durable's name and never changes. */
export const reactionGroups = [
  {
    service: "payments",
    group: "payments-from-transactions",
    source: "transactions",
    facts: [
      "TransactionCreated",
      "TransactionCancelRequested",
      "TransactionRefundRequested",
      "VerdictApproved",
    ],
  },
  {
    service: "transactions",
    group: "transactions-from-payments",
    source: "payments",
    facts: [
      "PaymentInitiated",
      "PaymentCompleted",
      "PaymentFailed",
      "PaymentDiscrepancyFound",
      "PaymentOutcomeUnknown",
      "PaymentReversed",
      "RefundSettled",
      "RefundFailed",
      "RefundOutcomeUnknown",
      "StatementDifferenceFound",
      "StatementDifferenceResolved",
      "AccountBalanceStated",
      "RefundReversed",
      "VerdictContradicted",
      "OutcomeContradicted",
    ],
  },
  {
    service: "payouts",
    group: "payouts-from-transactions",
    source: "transactions",
    facts: [
      "TransactionPaid",
      "TransactionRefundRequested",
      "VerdictApproved",
      "TransactionHoldRequested",
    ],
  },
  {
    service: "transactions",
    group: "transactions-from-payouts",
    source: "payouts",
    facts: [
      "PayoutSettled",
      "PayoutFailed",
      "PayoutOutcomeUnknown",
      "PayoutReversed",
      "PayoutWithheld",
      "RefundSettled",
      "RefundFailed",
      "RefundOutcomeUnknown",
      "StatementDifferenceFound",
      "StatementDifferenceResolved",
      "VerdictContradicted",
      "OutcomeContradicted",
    ],
  },
  // Of its own: reports come for ever.
  {
    service: "transactions",
    group: "transactions-floats-from-payouts",
    source: "payouts",
    facts: ["FloatReported"],
  },
  {
    service: "transactions",
    group: "transactions-from-identity",
    source: "identity",
    facts: [
      "AccountTierChanged",
      "KycTierLimitChanged",
      "AccountErasureRequested",
      "AccountErased",
      "AccountSuspended",
      "AccountSuspensionLifted",
      "AccountIdentityProven",
      "AccountDeactivated",
      "AccountReactivated",
      "OrderingKeyChanged",
    ],
  },
  {
    service: "identity",
    group: "identity-from-transactions",
    source: "transactions",
    facts: ["AccountClosed", "AccountClosingRefused"],
  },
  // Of its own: what a durable is given stays as it was released.
  {
    service: "identity",
    group: "identity-orders-from-transactions",
    source: "transactions",
    facts: [
      "StandingOrderPlaced",
      "StandingOrderOccurred",
      "StandingOrderEnded",
      "WalletChanged",
      "TransactionRefundRequested",
      "TransactionReviewRequested",
    ],
  },
  // Of their own, for the same reason.
  {
    service: "payments",
    group: "payments-connectors-from-transactions",
    source: "transactions",
    facts: ["ConnectorTermsChanged"],
  },
  {
    service: "payouts",
    group: "payouts-connectors-from-transactions",
    source: "transactions",
    facts: ["ConnectorTermsChanged"],
  },
  // Of their own as well.
  {
    service: "payments",
    group: "payments-statements-from-transactions",
    source: "transactions",
    facts: ["StatementVerdictApproved"],
  },
  {
    service: "payouts",
    group: "payouts-statements-from-transactions",
    source: "transactions",
    facts: ["StatementVerdictApproved"],
  },
  {
    service: "payments",
    group: "payments-from-identity",
    source: "identity",
    facts: ["AccountErased"],
  },
] as const satisfies readonly ReactionGroupDefinition[];

export type ReactionGroupName = (typeof reactionGroups)[number]["group"];

/** The stream that carries a service's facts: `PAYMENTS`, in a namespace `ns_PAYMENTS`. */
export function streamName(space: Namespace, service: PublishingService): string {
  const name = service.toUpperCase();
  return space === "" ? name : `${space}_${name}`;
}

/** One stream for each service that publishes, with every fact of it. */
export function streamDefinitions(space: Namespace): readonly StreamDefinition[] {
  return publishingServices.map((service) => ({
    name: streamName(space, service),
    service,
    subjects: [factsOfService(space, service)],
  }));
}

/** The durable of each group of reactions: of which stream, and which facts of it, in every version. */
export function consumerDefinitions(
  space: Namespace,
  groups: readonly ReactionGroupDefinition[] = reactionGroups,
): readonly ConsumerDefinition[] {
  return groups.map((group) => ({
    durable: group.group,
    stream: streamName(space, group.source),
    filterSubjects: group.facts.map((name) => everyVersionOf(space, group.source, name)),
  }));
}
