/** A place in the log. Facts are ordered by epoch, transaction and position, and so is the stream. */
export interface LogPosition {
  readonly logEpoch: number;
  readonly transactionId: bigint;
  readonly position: bigint;
}

export const logStart: LogPosition = { logEpoch: 0, transactionId: 0n, position: 0n };

/** Throws `RangeError` on anything else. */
export function readPosition(text: string): LogPosition {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(text);
  const [, epoch, transaction, position] = parts ?? [];
  if (epoch === undefined || transaction === undefined || position === undefined) {
    throw new RangeError(`Not a log position: ${text}`);
  }
  return {
    logEpoch: Number(epoch),
    transactionId: BigInt(transaction),
    position: BigInt(position),
  };
}

/** Whether Postgres can hold the place: an int, an xid8 and a bigint. */
export function isStorablePosition({ logEpoch, transactionId, position }: LogPosition): boolean {
  return logEpoch < 2 ** 31 && transactionId < 2n ** 63n && position < 2n ** 63n;
}

/** Negative when the first is earlier, zero when equal, positive when later. */
export function comparePositions(one: LogPosition, other: LogPosition): number {
  if (one.logEpoch !== other.logEpoch) return one.logEpoch - other.logEpoch;
  if (one.transactionId !== other.transactionId) {
    return one.transactionId < other.transactionId ? -1 : 1;
  }
  if (one.position === other.position) return 0;
  return one.position < other.position ? -1 : 1;
}
