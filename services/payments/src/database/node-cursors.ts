import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

export interface NodeCursor {
  readonly cursor: string | null;
  /** Whether this process may listen to it now. */
  readonly isHeld: boolean;
  /** Whether the node was found to have lost what it had. */
  readonly isClosed: boolean;
}

const claimText = `
insert into node_cursors (provider, holder, leased_until)
values ($1, $2, now() + make_interval(secs => $3))
on conflict (provider) do update set
  holder = case when node_cursors.leased_until < now() or node_cursors.holder = $2 or node_cursors.holder is null
    then $2 else node_cursors.holder end,
  leased_until = case when node_cursors.leased_until < now() or node_cursors.holder = $2 or node_cursors.holder is null
    then now() + make_interval(secs => $3) else node_cursors.leased_until end
returning cursor, holder = $2 as "isHeld", closed_at is not null as "isClosed"`;

/** Takes or keeps the place of the one who listens, where nobody else has it. */
export async function claimCursor(
  database: Pick<Database, "query">,
  of: { readonly provider: string; readonly holder: string; readonly leaseMs: number },
): Promise<NodeCursor> {
  const values = [of.provider, of.holder, of.leaseMs / 1_000];
  const [row] = await database.query<NodeCursor>(CompiledQuery.raw(claimText, values));
  return row ?? { cursor: null, isHeld: false, isClosed: false };
}

/** Whoever listens next begins behind it. */
export async function moveCursor(
  database: Pick<Database, "query">,
  of: { readonly provider: string; readonly holder: string; readonly cursor: string },
): Promise<void> {
  const text = `update node_cursors set cursor = $3 where provider = $1 and holder = $2`;
  await database.query(CompiledQuery.raw(text, [of.provider, of.holder, of.cursor]));
}

/** Whoever looks next may listen. */
export async function releaseCursor(
  database: Pick<Database, "query">,
  { provider, holder }: { readonly provider: string; readonly holder: string },
): Promise<void> {
  const text = "update node_cursors set holder = null where provider = $1 and holder = $2";
  await database.query(CompiledQuery.raw(text, [provider, holder]));
}

const hintText = `
with moved as (
  update node_cursors set cursor = $3 where provider = $1 and holder = $2 returning 1)
update attempts set status_checks_requested = status_checks_requested + 1, next_at = now()
from moved
where kind in ('invoice', 'capture') and state in ('open', 'unknown', 'accepted') and called_at is not null
  and subject_id in (select stream_id from events
    where event_type = 'InvoiceRequested' and data->>'paymentHash' = $4)`;

/** The hint's order is checked now, and whoever listens next begins behind it: both or neither. */
export async function recordHint(
  database: Pick<Database, "query">,
  of: {
    readonly provider: string;
    readonly holder: string;
    readonly cursor: string;
    readonly paymentHash: string;
  },
): Promise<void> {
  const values = [of.provider, of.holder, of.cursor, of.paymentHash];
  await database.query(CompiledQuery.raw(hintText, values));
}

/** Nothing new goes to the node until a person opens it again; the first moment stays. */
export async function closeNode(
  database: Pick<Database, "query">,
  provider: string,
): Promise<void> {
  const text = `update node_cursors set closed_at = coalesce(closed_at, now()) where provider = $1`;
  await database.query(CompiledQuery.raw(text, [provider]));
}
