import type { MayGoOn } from "./connections.ts";
import type { Statement } from "./statement.ts";

/** What is to be committed: an insert of events and what comes with it, or rows that are written behind the events of others. */
export interface GroupMember {
  readonly streamId: string;
  readonly statements: readonly Statement[];
  /** What stands for the rows that it locks beside those of its stream; null where nobody else wants them. */
  readonly lockKey: string | null;
  readonly mayGoOn: MayGoOn;
}

/** One that has yet to be settled. */
export interface OpenMember extends GroupMember {
  /** Under which it goes alone, or waits for who is under way: its lock key, or else its stream. */
  readonly key: string;
  /** Members of a group stand in the order of their places. */
  readonly place: string;
  readonly settle: PromiseWithResolvers<void>;
  readonly sinceMs: number;
}

export function openMember(member: GroupMember): OpenMember {
  const { lockKey, streamId } = member;
  return {
    ...member,
    key: lockKey ?? streamId,
    place: `${lockKey ?? ""} ${streamId}`,
    settle: Promise.withResolvers<void>(),
    sinceMs: performance.now(),
  };
}
