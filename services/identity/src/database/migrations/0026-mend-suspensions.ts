// Who was suspended by two of the staff stayed suspended in her row when that was lifted: the row says again what the log says.
import type { Migration } from "@sanu/platform";

/** The newest of these that an account has. Its owner changes nothing of it while she is suspended. */
const lastOf = (...types: readonly string[]) => `(select event_type from events
        where stream_id = account_id and event_type in (${types.map((type) => `'${type}'`).join(", ")})
        order by version desc limit 1)`;

export const mendSuspensions: Migration = {
  kind: "backfill",
  start: "00000000-0000-0000-0000-000000000000",
  batch: `with batch as (
      select account_id, status from accounts where account_id > $1::uuid
      order by account_id limit $2
    ), told as (
      select account_id,
        ${lastOf("AccountSuspended", "SuspensionLifted")} = 'SuspensionLifted' as is_lifted,
        case ${lastOf("AccountActivated", "AccountReactivated", "AccountDeactivated")}
          when 'AccountDeactivated' then 'deactivated' else 'active' end as was
      from batch where status = 'suspended'
    ), mended as (
      update accounts set status = case when is_lifted then was else 'suspended' end,
        status_before_suspension = case when is_lifted then null else was end
      from told where accounts.account_id = told.account_id and accounts.status = 'suspended'
        and (is_lifted or status_before_suspension = 'suspended')
    )
    select (array_agg(account_id order by account_id desc))[1] as place from batch`,
};
