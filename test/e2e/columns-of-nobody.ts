import type { PublishingService } from "@sanu/contracts";

/**
 * Every column of words, lists, JSON or bytes that `docs/personal-data.md` does not list in its table: ids, states, codes, masked forms, HMACs
 * and hashes, or what the page tells of below the table. Whoever adds a column says on the page why it is kept, until when, how it is erased and
 * whether it is sealed, or here that it says nothing about anybody.
 */
const columnsOfNobody = {
  /** The same in each service that has the table. */
  every: {
    attempts:
      "kind state natural_key provider_reference last_error lease_owner correlation_id traceparent call_error provider steps",
    audit_head: "hash",
    audit_log: "entry hash",
    bound_settings: "name value",
    circuit_probes: "provider",
    connector_terms: "provider priorities fact_place",
    facts_maybe_sent: "group_name fact_id provider reason",
    events: "event_type data correlation_id causation_id traceparent public_type public_data",
    generated_secrets: "name value",
    handled: "reaction",
    leases: "name",
    migrations: "name place",
    parked_facts: "group_name fact_id lane headers data cause reason lanes",
    proposals: "operation content content_sha256 status",
    reaction_positions: "group_name",
    sealed_openings: "key_holders reason",
    sealed_records: "kind name key_id sealed",
    statement_accounts: "account last_error provider",
    statement_differences: "account kind data",
    statement_lines: "account reference match_id key kind currency state",
    timers: "kind",
  },
  identity: {
    account_contacts: "from_device from_network",
    accounts: "status country roles kyc_status status_before_suspension",
    admin_actions: "what",
    api_keys: "prefix key_hash scopes networks",
    code_requests: "reason from_device from_network",
    farewells: "email language",
    idempotency_keys: "scope key body_hash",
    kyc_submissions: "status",
    mails_to_send: "kind",
    order_mails: "kind",
    otps: "purpose from_device from_network",
    passkey_challenges: "purpose challenge",
    second_factors: "kind",
    sessions: "roles end_reason",
    throttles: "key",
    waitlist: "command_id",
  },
  payments: {
    callbacks: "provider event_id",
    idempotency_keys: "scope key body_hash response",
    node_cursors: "provider cursor",
    refunded_receipts: "receipt_reference",
  },
  payouts: {
    idempotency_keys: "scope key body_hash response",
    send_slots: "destination_mark",
    signed_transactions: "natural_key spends",
  },
  transactions: {
    account_documents: "document",
    account_tiers: "fact_place",
    allowances: "month",
    book_entries: "currency",
    cases: "kind status subject_kind subject_id proposed provider_reference",
    deactivated_accounts: "fact_place",
    flashback: "month",
    float_comparisons: "currency snapshot case_key moved_recently",
    float_shares: "float_id",
    floats: "float_id rail account channels currency breaker",
    idempotency_keys: "scope key body_hash",
    open_refunds: "receipt_id",
    order_persons: "subject receiver month",
    ordering_keys: "fact_place",
    payout_reservations: "leg float_id",
    person_months: "subject month",
    proposal_reasons: "reason decision_reason",
    quotes: "transaction_type",
    rate_admin_actions: "what reason",
    rate_history: "kind",
    receivable_entries: "currency",
    receiver_uses: "payment_hash",
    review_resolutions: "resolution",
    standing_order_occurrences: "outcome code",
    standing_order_triggers: "transaction_type",
    standing_orders: "status end_reason transaction_type every at_time channel",
    stated_balances: "account currency",
    suspended_accounts: "fact_place",
    tier_limits: "fact_place",
    transaction_detail:
      "reference transaction_type payment_reference payout_reference channel status payment_status payout_status",
    transaction_list: "reference transaction_type status",
    transaction_monitoring:
      "reference transaction_type status review_reason failure_reason channel payment_reference payout_reference",
    unreported_payouts: "float_id leg",
    verdict_references: "provider_reference",
    wallet_entries: "kind",
  },
} as const;

const columnsIn = (tables: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(tables).flatMap(([table, columns]) =>
    columns.split(" ").map((column) => `${table}.${column}`),
  );

export function namesNobody(service: PublishingService, column: string): boolean {
  const { every, [service]: own } = columnsOfNobody;
  return [...columnsIn(every), ...columnsIn(own)].includes(column);
}

/** `identity accounts.status`, as they stand above, without those of every service. */
export const ownColumnsOfNobody: readonly string[] = (
  ["identity", "transactions", "payments", "payouts"] as const
).flatMap((service) => columnsIn(columnsOfNobody[service]).map((column) => `${service} ${column}`));
