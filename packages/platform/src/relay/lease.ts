import { steadyNowMs } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";

/** Fencing, not the lease, keeps an overlap of replicas harmless. */
export interface Lease {
  readonly hold: () => Promise<boolean>;
  /** The same, without a commit while it is held for that long anyway. */
  readonly keep: (leastMs: number) => Promise<boolean>;
  /** True until the time for which it was last taken is over by steady time, which counts a pause of the machine. */
  readonly isHeld: () => boolean;
  readonly release: () => Promise<void>;
}

const holdText = `
insert into leases (name, holder, expires_at)
values ($1, $2, clock_timestamp() + make_interval(secs => $3))
on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
where leases.holder = excluded.holder or leases.expires_at < clock_timestamp()
returning holder`;

/** `hold` throws what the database throws, and then nothing is held any longer than before. */
export function createLease(options: {
  readonly database: Pick<Database, "query">;
  readonly name: string;
  readonly holder: string;
  readonly leaseMs: number;
}): Lease {
  const { database, name, holder, leaseMs } = options;
  let heldUntil = 0;
  const hold = async (): Promise<boolean> => {
    const requestedAt = steadyNowMs();
    const rows = await database.query(CompiledQuery.raw(holdText, [name, holder, leaseMs / 1_000]));
    heldUntil = rows.length > 0 ? requestedAt + leaseMs : 0;
    return rows.length > 0;
  };
  return {
    hold,
    keep: async (leastMs) => steadyNowMs() + leastMs <= heldUntil || hold(),
    isHeld: () => steadyNowMs() < heldUntil,
    async release() {
      heldUntil = 0;
      await database.query(
        CompiledQuery.raw("delete from leases where name = $1 and holder = $2", [name, holder]),
      );
    },
  };
}
