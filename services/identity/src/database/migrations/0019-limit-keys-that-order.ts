// A service orders for many people by a key: how many transactions its account may have open and how much it may order in a
// month are said with the key. What one of the staff changes is of what stood when she looked.
import type { Migration } from "@sanu/platform";

export const limitKeysThatOrder: Migration = {
  kind: "expand",
  statements: [
    "alter table api_keys add column open_transactions_max int, add column monthly_limit_xof bigint",
    `create function change_api_key(
      of_key uuid, to_per_minute int, to_open_max int, to_limit_xof bigint,
      as_of_per_minute int, as_of_open_max int, as_of_limit_xof bigint
    ) returns void language plpgsql volatile as $$
      begin
        update api_keys set requests_per_minute = to_per_minute, open_transactions_max = to_open_max,
            monthly_limit_xof = to_limit_xof
          where key_id = of_key and revoked_at is null and not waits_for_approval
            and requests_per_minute = as_of_per_minute
            and open_transactions_max is not distinct from as_of_open_max
            and monthly_limit_xof is not distinct from as_of_limit_xof;
        if not found then
          raise exception 'the key stands otherwise by now'
            using errcode = '23514', constraint = 'api_keys_as_of';
        end if;
      end $$`,
    `create function open_api_key(of_key uuid) returns void language plpgsql volatile as $$
      begin
        update api_keys set waits_for_approval = false
          where key_id = of_key and revoked_at is null and waits_for_approval;
        if not found then
          raise exception 'the key waits no more'
            using errcode = '23514', constraint = 'api_keys_as_of';
        end if;
      end $$`,
  ],
};
