// What ended before its commit said so.
import type { Migration } from "@sanu/platform";

export const fillEndedOccurrences: Migration = {
  kind: "backfill",
  start: "00000000-0000-0000-0000-000000000000",
  batch: `with batch as (
      select transaction_id from standing_order_awaited where transaction_id > $1::uuid
      order by transaction_id limit $2 for update
    ), filled as (
      update standing_order_awaited as awaited set settle_after = '-infinity'
      from batch join transaction_list as list using (transaction_id)
      where awaited.transaction_id = batch.transaction_id and awaited.settle_after is null
        and list.status in ('COMPLETED', 'FAILED')
    )
    select (array_agg(transaction_id order by transaction_id desc))[1] as place from batch`,
};
