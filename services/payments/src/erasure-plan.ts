import type { ErasurePlan } from "@sanu/platform";

/**
 * What payments deletes with a person. The mark comes first: a page that is reported behind it is not stored any more.
 * What only the call of an attempt needed is deleted when it ends, and nobody is erased while one of hers is open.
 */
export const erasurePlan: ErasurePlan = {
  steps: [
    {
      // The mark itself deletes what belongs to who is marked, by a trigger.
      columns: ["payers_alone.payer_number"],
      text: `insert into erased_accounts (account_id) values ($1)
        on conflict (account_id) do update set account_id = excluded.account_id`,
    },
    {
      columns: [
        "payment_private.payment_url",
        "payment_private.invoice",
        "payment_private.payer_number",
      ],
      text: "delete from payment_private where account_id = $1",
    },
  ],
  emptiedBefore: ["attempts.payload"],
};
