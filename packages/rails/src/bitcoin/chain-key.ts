/** By what a payout on chain is known: its transaction, and in a batch its output besides. */
export interface ChainKey {
  readonly txid: string;
  readonly output: number | null;
}

/** The natural key of an attempt: `chain:<txid>`, in a batch `chain:<txid>:<output>`. */
export function writeChainKey({ txid, output }: ChainKey): string {
  return output === null ? `chain:${txid}` : `chain:${txid}:${output}`;
}

/** Reads what `writeChainKey` wrote; it judges nothing else. */
export function readChainKey(naturalKey: string): ChainKey {
  const [, txid = "", output] = naturalKey.split(":");
  return { txid, output: output === undefined ? null : Number(output) };
}
