import { commitAlone, commitTogether } from "./commit-together.ts";
import type { Connections } from "./connections.ts";
import { createGathering, type GroupMetrics } from "./gathering.ts";
import { type GroupMember, type OpenMember, openMember } from "./group-member.ts";
import { createKeysApart } from "./keys-apart.ts";
import { databaseLimits as limits } from "./limits.ts";

/** Resolves once the member is committed. Throws what a commit of its own would. */
export type GroupCommit = (member: GroupMember) => Promise<void>;

/**
 * What is asked for in one turn of the event loop, or while another commit is under way, leaves as one transaction: Postgres and
 * we are woken once for all. Where a statement is refused nothing is stored: its member goes alone, as if there had been no group,
 * and the others once more together. Where it is unknown what became of the commit, it is unknown to each of them.
 *
 * Locks are held until all of them are stored. So that groups of two replicas do not wait for each other, members stand in the order of
 * their keys and streams, and what must be locked last comes behind all of them. Whoever waits for a lock longer than a
 * moment is refused. What is under the key of a member that was refused, for whatever reason, goes alone for a while.
 */
export function createGroupCommit(connections: Connections, metrics?: GroupMetrics): GroupCommit {
  const keysUnderWay = new Set<string>();
  const apart = createKeysApart();
  const gather = createGathering<OpenMember>({
    kind: "commit",
    metrics,
    sift: (waiting) =>
      waiting.filter((member) => {
        const isApart = apart.has(member.key);
        if (isApart) void commitAlone(connections, member);
        return !isApart;
      }),
    // Of those whose keys are under way each waits for its turn.
    choose: (waiting) => choose(waiting, keysUnderWay),
    besideMax: 1,
    send(members, onRefused) {
      for (const { key } of members) keysUnderWay.add(key);
      return commitTogether(connections, members.toSorted(byPlace), (refused) => {
        if (refused !== undefined) apart.add(refused.key);
        onRefused();
      });
    },
    // One by itself waits for locks as long as it has to.
    patienceMs: ({ length }) => (length === 1 ? limits.groupLockTimeoutMs : limits.groupPatienceMs),
    onRoom(members) {
      for (const { key } of members) keysUnderWay.delete(key);
    },
  });
  return (member) => {
    const open = openMember(member);
    gather(open);
    return open.settle.promise;
  };
}

function byPlace({ place: one }: OpenMember, { place: other }: OpenMember): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Those in front that may leave together, beside what is under way. */
function choose(waiting: readonly OpenMember[], keysUnderWay: ReadonlySet<string>): OpenMember[] {
  const chosen: OpenMember[] = [];
  let [statements, last] = [0, 0];
  for (const member of waiting) {
    if (keysUnderWay.has(member.key)) continue;
    statements += member.statements.length;
    // What is of its stream alone keeps nobody from anything.
    if (member.lockKey !== null) last += member.statements.filter(({ isLast }) => isLast).length;
    const isFull =
      chosen.length === limits.groupMembersMax ||
      statements > limits.groupStatementsMax ||
      last > limits.groupLastStatementsMax;
    if (chosen.length > 0 && isFull) break;
    chosen.push(member);
  }
  return chosen;
}
