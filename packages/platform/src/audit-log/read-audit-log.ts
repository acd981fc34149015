import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import { type AuditHead, type AuditRow, emptyHead, followChain } from "./chain.ts";

const auditLimits = { pageRows: 1_000 } as const;

const pageText = `
select position, recorded_at as "recordedAt", assertion_id as "assertionId", entry, encode(hash, 'hex') as hash
from audit_log where position > $1 order by position limit ${auditLimits.pageRows}`;

const headText = "select position, encode(hash, 'hex') as hash from audit_head";

/** The position of the newest entry and its hash, in hex; position 0 before the first one. */
export async function readAuditHead(
  database: Pick<Database, "query">,
): Promise<AuditHead | undefined> {
  const [head] = await database.query<AuditHead>(CompiledQuery.raw(headText, []));
  return head;
}

/** Every entry, the oldest first, in pages. */
export async function* readAuditLog(
  database: Pick<Database, "query">,
): AsyncGenerator<readonly AuditRow[]> {
  for (let after = 0n; ; ) {
    const rows = await database.query<AuditRow>(CompiledQuery.raw(pageText, [after]));
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.position;
  }
}

/** `brokenAt`: the first position where an entry is not what follows the one before, or is not there. */
export interface VerifiedChain {
  readonly head: AuditHead;
  /** Nobody can say any more where the chain ended, and nothing is appended. */
  readonly isHeadMissing: boolean;
  readonly brokenAt: bigint | undefined;
}

/**
 * Computes every hash again, from the first entry to the head, and looks whether a head that somebody kept is still part of
 * it. What is added meanwhile may be part of it or not.
 */
export async function verifyAuditLog(
  database: Pick<Database, "query">,
  kept: AuditHead = emptyHead,
): Promise<VerifiedChain> {
  const stored = await readAuditHead(database);
  const due = [...(stored === undefined ? [] : [stored]), kept].filter(isBehindBegin);
  const isHeadMissing = stored === undefined;
  let head = emptyHead;
  for await (const rows of readAuditLog(database)) {
    const followed = followChain(head, rows);
    ({ head } = followed);
    if (followed.brokenAt !== undefined) return { ...followed, isHeadMissing };
    const differs = due.find(({ position, hash }) =>
      rows.some((row) => row.position === position && row.hash !== hash),
    );
    if (differs !== undefined) return { head, isHeadMissing, brokenAt: differs.position };
  }
  const isWhole = !isHeadMissing && due.every(({ position }) => position <= head.position);
  return { head, isHeadMissing, brokenAt: isWhole ? undefined : head.position + 1n };
}

const isBehindBegin = ({ position }: AuditHead) => position > 0n;
