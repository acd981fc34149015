import { relayLimits } from "./limits.ts";

/** A fact that asked for its acknowledgement, with the bytes of those that it speaks for. */
interface Awaited {
  readonly sequence: number;
  readonly bytes: number;
}

export type FactsInFlight = ReturnType<typeof createFactsInFlight>;

/** Counts what was sent behind a fence and is not acknowledged yet. */
export function createFactsInFlight(fence: number) {
  const awaited: Awaited[] = [];
  let bytes = 0;
  let sent = fence;
  let acknowledged = fence;
  /** Where a batch began while nothing was in flight, the last time. */
  let quietAt = fence;
  let isBetweenBatches = true;
  /** Of those behind the last one that asked. */
  let silent = { facts: 0, bytes: 0 };
  let lastProgressAt = performance.now();
  return {
    sent: () => sent,
    acknowledged: () => acknowledged,
    /** The sequence of the next acknowledgement; undefined where none was asked for. */
    awaited: () => awaited[0]?.sequence,
    isOverdue: () =>
      sent > acknowledged && performance.now() - lastProgressAt > relayLimits.ackTimeoutMs,
    /** The first behind a pause always asks: whether the fence still holds is not known before it is answered. */
    isReplyDue: () =>
      (isBetweenBatches && sent === acknowledged) ||
      silent.facts + 1 >= relayLimits.ackEveryFacts ||
      silent.bytes >= relayLimits.ackEveryBytes,
    add(size: number, asks: boolean, isLast: boolean): void {
      if (sent === acknowledged) {
        lastProgressAt = performance.now();
        if (isBetweenBatches) quietAt = sent;
      }
      isBetweenBatches = isLast;
      sent += 1;
      bytes += size;
      silent = { facts: silent.facts + 1, bytes: silent.bytes + size };
      if (!asks) return;
      awaited.push({ sequence: sent, bytes: silent.bytes });
      silent = { facts: 0, bytes: 0 };
    },
    endAwaited(): void {
      const first = awaited.shift();
      if (first === undefined) return;
      lastProgressAt = performance.now();
      bytes -= first.bytes;
      acknowledged = first.sequence;
    },
    hasRoomFor(letters: number): boolean {
      if (sent === acknowledged) return true;
      const { inFlightMax, inFlightBytesMax } = relayLimits;
      const fits = sent - acknowledged < inFlightMax && bytes + letters <= inFlightBytesMax;
      return fits && acknowledged > quietAt;
    },
  };
}
