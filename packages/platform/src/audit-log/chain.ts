import { createHash } from "node:crypto";
import type { Instant } from "@sanu/kernel";

export interface AuditRow {
  readonly position: bigint;
  readonly recordedAt: Instant;
  readonly assertionId: string | null;
  readonly entry: string;
  /** In hexadecimal. */
  readonly hash: string;
}

export interface AuditHead {
  readonly position: bigint;
  readonly hash: string;
}

/** What the chain begins with. */
export const emptyHead: AuditHead = {
  position: 0n,
  hash: createHash("sha256").digest("hex"),
};

/** The hash that an entry has behind the one before it; the database computes the same when it appends. */
export function hashOf(before: AuditHead, row: Omit<AuditRow, "hash">): string {
  const { position, recordedAt, assertionId, entry } = row;
  const text = [`${position}`, recordedAt, assertionId ?? "", entry].join("\n");
  return createHash("sha256").update(Buffer.from(before.hash, "hex")).update(text).digest("hex");
}

/** The head behind the rows; where one is not what follows the one before, its position. */
export function followChain(
  from: AuditHead,
  rows: readonly AuditRow[],
): { readonly head: AuditHead; readonly brokenAt: bigint | undefined } {
  let head = from;
  for (const row of rows) {
    const isNext = row.position === head.position + 1n && row.hash === hashOf(head, row);
    if (!isNext) return { head, brokenAt: head.position + 1n };
    head = { position: row.position, hash: row.hash };
  }
  return { head, brokenAt: undefined };
}
