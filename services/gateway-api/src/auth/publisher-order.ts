import type { RevocationBatch } from "@sanu/contracts";
import { epochMsOf } from "@sanu/kernel";
import { sessionLimits } from "../limits.ts";

interface Said {
  readonly sequence: number;
  readonly atMs: number;
}

/**
 * Whether a message goes on where its replica of identity was: for what it reads itself the sequence only grows, and its
 * messages keep their order. So one that is in order and below what another replica has said crossed with it, while a
 * database that was put back is below what its own replica said. One that has said nothing for longer than two beats may
 * have seen nothing of what was lost, and is not in order; by the moments in the messages, as ours may lie in a queue.
 */
export function createPublisherOrder(): (message: RevocationBatch) => boolean {
  const saidBy = new Map<string, Said>();
  return ({ publisher, sequence, at }) => {
    if (publisher === undefined || at === undefined) return false;
    const now = { sequence, atMs: epochMsOf(at) };
    const before = saidBy.get(publisher);
    for (const [other, said] of saidBy)
      if (Math.abs(now.atMs - said.atMs) > sessionLimits.silenceMs) saidBy.delete(other);
    saidBy.set(publisher, now);
    return before !== undefined && isSoonAfter(before, now) && before.sequence <= sequence;
  };
}

/** A moment that went backwards is one of another database. */
function isSoonAfter(before: Said, now: Said): boolean {
  const elapsedMs = now.atMs - before.atMs;
  return elapsedMs >= 0 && elapsedMs <= sessionLimits.silenceMs;
}
