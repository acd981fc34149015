import { commitAlone, commitTogether } from "./commit-together.ts";
import type { Connections } from "./connections.ts";
import { NoneFreeError } from "./errors.ts";
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
export function createGroupCommit(connections: Connections): GroupCommit {
  let waiting: OpenMember[] = [];
  let isScheduled = false;
  let underWay = 0;
  const keysUnderWay = new Set<string>();
  const apart = createKeysApart();
  const schedule = (): void => {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    // Behind the messages and answers that have arrived by now, so that idle nobody waits.
    setImmediate(leave);
  };
  const mayLeave = (): boolean =>
    underWay === 0 || (waiting.length >= limits.groupMembersMax && underWay < limits.groupsMax);
  const leave = (): void => {
    isScheduled = false;
    waiting = waiting.filter((member) => {
      const isApart = apart.has(member.key);
      if (isApart) void commitAlone(connections, member);
      return !isApart;
    });
    waiting.splice(0, rejectOld(waiting));
    while (waiting.length > 0 && mayLeave()) {
      const members = choose(waiting, keysUnderWay);
      // Of those whose keys are under way each waits for its turn.
      if (members.length === 0) return;
      waiting = waiting.filter((member) => !members.includes(member));
      send(members);
    }
  };
  const send = (members: readonly OpenMember[]): void => {
    const keys = [...new Set(members.map(({ key }) => key))];
    underWay += 1;
    for (const key of keys) keysUnderWay.add(key);
    const makeRoom = once(() => {
      clearTimeout(patience);
      underWay -= 1;
      for (const key of keys) keysUnderWay.delete(key);
      schedule();
    });
    const { groupLockTimeoutMs, groupPatienceMs } = limits;
    // One by itself waits for locks as long as it has to.
    const patienceMs = members.length === 1 ? groupLockTimeoutMs : groupPatienceMs;
    const patience = setTimeout(makeRoom, patienceMs);
    void commitTogether(connections, members.toSorted(byPlace), apart.add).finally(makeRoom);
  };
  return (member) => {
    const open = openMember(member);
    waiting.push(open);
    schedule();
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
    last += member.statements.filter(({ isLast }) => isLast).length;
    const isFull =
      chosen.length === limits.groupMembersMax ||
      statements > limits.groupStatementsMax ||
      last > limits.groupLastStatementsMax;
    if (chosen.length > 0 && isFull) break;
    chosen.push(member);
  }
  return chosen;
}

/** Nobody waits longer for a group than for the connection of one. Returns how many in front did. */
function rejectOld(waiting: readonly OpenMember[]): number {
  const nowMs = performance.now();
  const young = waiting.findIndex(({ sinceMs }) => nowMs - sinceMs < limits.connectTimeoutMs);
  const old = young < 0 ? waiting : waiting.slice(0, young);
  for (const { settle } of old) settle.reject(new NoneFreeError());
  return old.length;
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
