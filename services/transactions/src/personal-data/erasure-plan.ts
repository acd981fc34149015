import type { ErasurePlan } from "@sanu/platform";
import { keyedRoutes } from "./idempotency-scope.ts";

/** By the index of the list, so that no order pays for one of its own. */
const herOrders = "(select transaction_id from transaction_list where account_id = $1)";
/** Of whatever she asked under a key: an order, or a quote that became none. */
const herScopes = Object.values(keyedRoutes)
  .map((route) => `$1::text || ' ${route}'`)
  .join(", ");

/**
 * What transactions deletes with a person. Orders, months and totals stay: they name nobody without the rows of
 * `transaction_private` and the key of `person_keys`.
 */
export const erasurePlan: ErasurePlan = {
  steps: [
    {
      columns: ["review_resolutions.reason"],
      text: `delete from review_resolutions where transaction_id in ${herOrders}`,
    },
    {
      columns: ["case_evidence.evidence", "case_evidence.decision_reason"],
      text: `delete from case_evidence where transaction_id in ${herOrders}`,
    },
    {
      columns: [
        "transaction_private.receiver",
        "transaction_private.receiver_given",
        "transaction_private.receiver_masked",
        "transaction_private.number",
        "transaction_private.page_token",
        "transaction_private.payment_url",
        "transaction_private.invoice",
        "transaction_private.refund_invoice",
        "transaction_private.payer_number",
      ],
      text: `delete from transaction_private where transaction_id in ${herOrders}`,
    },
    {
      columns: ["client_orders.client_reference"],
      text: "delete from client_orders where account_id = $1",
    },
    {
      // Behind the rows that a freezing answer locks. What came from her hand goes with it, as a hash too.
      columns: ["idempotency_keys.response"],
      text: `update idempotency_keys set response = null, key = record_id::text, body_hash = ''
        where body_hash <> '' and scope in (${herScopes})`,
    },
    {
      // An HMAC names nobody, and goes on counting; 0.2.0 could leave a number itself before it had read its key.
      columns: ["number_prompts.number"],
      text: `delete from number_prompts where number like '+%' and transaction_id in ${herOrders}`,
    },
    {
      columns: ["failed_payouts.number", "failed_payouts.receiver"],
      text: "delete from failed_payouts where account_id = $1 and number like '+%'",
    },
    {
      columns: ["wallet_entries.saved_text", "wallet_entries.label"],
      text: "delete from wallet_entries where account_id = $1",
    },
    {
      columns: ["standing_order_private.receiver", "standing_order_private.number"],
      text: "delete from standing_order_private where account_id = $1",
    },
    { columns: ["person_keys.key"], text: "delete from person_keys where account_id = $1" },
  ],
  emptiedBefore: [],
};
