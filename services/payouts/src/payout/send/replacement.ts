import { readChainKey, type SignedSend, writeChainKey } from "@sanu/rails";

/** What an attempt before this one had stored before it was called. */
export interface EarlierSend {
  readonly attemptId: string;
  readonly naturalKey: string;
  readonly provider: string;
  /** What its transaction spends; null where it is none, or nobody wrote it down. */
  readonly spends: readonly string[] | null;
  /** Its node has paid another payout by the same invoice since: what that one says is settled is not this one's. */
  readonly hasPaidAnother?: boolean;
}

export type Replacement =
  /** Nothing was ever signed: whatever is sent is the only thing that can be. */
  | { readonly kind: "first" }
  | { readonly kind: "replacing"; readonly signed: SignedSend }
  /** Something was signed that this node cannot make worthless: whoever sends now may pay twice. */
  | { readonly kind: "impossible" };

export function isSigned(naturalKey: string | null): boolean {
  return naturalKey?.startsWith("chain:") ?? false;
}

/** Its transaction pays others, too. */
export function isBatched(naturalKey: string | null): boolean {
  return batchOf(naturalKey) !== undefined;
}

/** How the keys of all begin that are paid by its transaction; undefined where it pays nobody else. */
export function batchOf(naturalKey: string | null): string | undefined {
  if (naturalKey === null || !isSigned(naturalKey)) return undefined;
  const { txid, output } = readChainKey(naturalKey);
  return output === null ? undefined : `${writeChainKey({ txid, output: null })}:`;
}

/**
 * Pure. A signed transaction is worth its money for ever, wherever it leaked to, until one of its coins is spent otherwise. So each
 * further one spends all coins of the one before it: of the whole row only one can ever be in a block. What others are paid by, too, is
 * replaced by nobody: they would lose their payment.
 */
export function replacementOf(earlier: readonly EarlierSend[], provider: string): Replacement {
  const signed = earlier.filter(({ naturalKey }) => isSigned(naturalKey));
  const last = signed.at(-1);
  if (last === undefined) return { kind: "first" };
  const isOurs = signed.every((one) => one.provider === provider);
  if (signed.some(({ naturalKey }) => isBatched(naturalKey))) return { kind: "impossible" };
  if (!isOurs || last.spends === null || last.spends.length === 0) return { kind: "impossible" };
  return { kind: "replacing", signed: { key: last.attemptId, spends: last.spends } };
}
