// A leap of all markets is not followed at once, and the price that they had left was dealt at for as long as it was young: whoever saw
// their prices bought, or sold, at one of a minute ago. Now it is no price from the round on that shows it. It says of which middle that
// holds, so that the next trusted one is free of it, also where a service of the release before writes it.
import type { Migration } from "@sanu/platform";

export const leaveGoneRates: Migration = {
  kind: "expand",
  statements: [
    "alter table rate_board add column left_as_of timestamptz",
    // As before; what was left stands no longer.
    `create or replace function insert_rate(of_id uuid, preset_buy int, preset_sell int, stale_seconds float8)
      returns void language plpgsql volatile as $$
      declare
        board rate_board%rowtype;
        present timestamptz := clock_timestamp();
        stale interval := make_interval(secs => stale_seconds);
        is_manual boolean;
      begin
        select * into board from rate_board for update;
        is_manual := board.manual_xof_per_btc is not null and board.manual_until > present;
        if board.is_frozen or (not is_manual and (board.left_as_of is not distinct from board.mid_as_of
            or coalesce(board.mid_as_of < present - stale, true))) then
          return;
        end if;
        update rate_history set until_at = present
          where rate_id = (select rate_id from rate_history order by from_at desc, rate_id desc limit 1)
          and until_at >= present - stale
          and kind = case when is_manual then 'manual' else 'market' end
          and mid_xof_per_btc = case when is_manual then board.manual_xof_per_btc else board.mid_xof_per_btc end
          and spread_buy = coalesce(board.spread_buy, preset_buy)
          and spread_sell = coalesce(board.spread_sell, preset_sell);
        if found then return; end if;
        insert into rate_history (rate_id, kind, mid_xof_per_btc, spread_buy, spread_sell, from_at, until_at)
          values (of_id, case when is_manual then 'manual' else 'market' end,
            case when is_manual then board.manual_xof_per_btc else board.mid_xof_per_btc end,
            coalesce(board.spread_buy, preset_buy), coalesce(board.spread_sell, preset_sell),
            present, present);
      end $$`,
  ],
};
