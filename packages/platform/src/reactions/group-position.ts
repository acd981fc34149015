import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import { comparePositions, type LogPosition, logStart } from "../relay/log-position.ts";

/** A hint: facts up to the place may come again after a refill and are looked up in `handled`; later ones are not. */
export interface GroupPosition {
  readonly load: () => Promise<void>;
  readonly highest: () => LogPosition;
  readonly advance: (to: LogPosition) => void;
  readonly save: () => Promise<void>;
}

const saveText = `
insert into reaction_positions (group_name, log_epoch, transaction_id, position, updated_at)
values ($1, $2, $3::xid8, $4, clock_timestamp())
on conflict (group_name) do update set log_epoch = excluded.log_epoch,
  transaction_id = excluded.transaction_id, position = excluded.position, updated_at = excluded.updated_at
where (reaction_positions.log_epoch, reaction_positions.transaction_id, reaction_positions.position)
  < (excluded.log_epoch, excluded.transaction_id, excluded.position)`;

/** At the start of the log until it is loaded. Neither `advance` nor `save` ever takes the place back. */
export function createGroupPosition(
  database: Pick<Database, "query">,
  group: string,
): GroupPosition {
  let highest = logStart;
  let saved = logStart;
  return {
    async load() {
      const [row] = await database.query<LogPosition>(
        CompiledQuery.raw(
          `select log_epoch as "logEpoch", transaction_id as "transactionId", position
           from reaction_positions where group_name = $1`,
          [group],
        ),
      );
      if (row !== undefined) highest = saved = row;
    },
    highest: () => highest,
    advance(to) {
      if (comparePositions(to, highest) > 0) highest = to;
    },
    async save() {
      const next = highest;
      if (comparePositions(next, saved) <= 0) return;
      const { logEpoch, transactionId, position } = next;
      await database.query(
        CompiledQuery.raw(saveText, [group, logEpoch, transactionId.toString(), position]),
      );
      saved = next;
    },
  };
}
