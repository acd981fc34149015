import { failedStatement, type Outcome } from "./batch.ts";
import type { Connections, MayGoOn } from "./connections.ts";
import { isNothingStored, NoneFreeError } from "./errors.ts";
import { databaseLimits as limits } from "./limits.ts";
import { runAlone, runAndRelease } from "./run-batch.ts";
import { reportStored, type Statement, setLocal } from "./statement.ts";

/** What is to be committed, beginning with an insert of events. */
export interface GroupMember {
  readonly streamId: string;
  readonly statements: readonly Statement[];
  /** What stands for the rows that it locks beside those of its stream; null where nobody else wants them. */
  readonly lockKey: string | null;
  readonly mayGoOn: MayGoOn;
}

/** Resolves once the member is committed. Throws what a commit of its own would. */
export type GroupCommit = (member: GroupMember) => Promise<void>;

interface Waiting extends GroupMember {
  readonly settle: PromiseWithResolvers<void>;
  readonly sinceMs: number;
}

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
  let waiting: Waiting[] = [];
  let isScheduled = false;
  let underWay = 0;
  const keysUnderWay = new Set<string>();
  const apart = createApart();
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
    const [alone, others] = partition(waiting, (member) => apart.has(keyOf(member)));
    waiting = others;
    for (const member of alone) void commitAlone(connections, member);
    waiting.splice(0, rejectOld(waiting));
    while (waiting.length > 0 && mayLeave()) {
      const members = choose(waiting, keysUnderWay);
      // Of those whose keys are under way each waits for its turn.
      if (members.length === 0) return;
      waiting = waiting.filter((member) => !members.includes(member));
      send(members);
    }
  };
  const send = (members: readonly Waiting[]): void => {
    const keys = [...new Set(members.map(keyOf))];
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
    void commitTogether(connections, members.toSorted(byKey), apart.add).finally(makeRoom);
  };
  return (member) => {
    const settle = Promise.withResolvers<void>();
    waiting.push({ ...member, settle, sinceMs: performance.now() });
    schedule();
    return settle.promise;
  };
}

const keyOf = ({ lockKey, streamId }: GroupMember): string => lockKey ?? streamId;

function byKey(one: Waiting, other: Waiting): number {
  const [left, right] = [one, other].map(({ lockKey, streamId }) => `${lockKey ?? ""} ${streamId}`);
  if (left === right) return 0;
  return (left ?? "") < (right ?? "") ? -1 : 1;
}

/** Those in front that may leave together, beside what is under way. */
function choose(waiting: readonly Waiting[], keysUnderWay: ReadonlySet<string>): Waiting[] {
  const chosen: Waiting[] = [];
  let [statements, last] = [0, 0];
  for (const member of waiting) {
    if (keysUnderWay.has(keyOf(member))) continue;
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
function rejectOld(waiting: readonly Waiting[]): number {
  const nowMs = performance.now();
  const young = waiting.findIndex(({ sinceMs }) => nowMs - sinceMs < limits.connectTimeoutMs);
  const old = young < 0 ? waiting : waiting.slice(0, young);
  for (const { settle } of old) settle.reject(new NoneFreeError());
  return old.length;
}

/** Keys whose members go alone for now. Where there are too many of them to be remembered, all do. */
function createApart() {
  const untilMs = new Map<string, number>();
  const expire = (): void => {
    const nowMs = performance.now();
    for (const [key, until] of untilMs) {
      // In the order in which they end.
      if (until > nowMs) return;
      untilMs.delete(key);
    }
  };
  return {
    has: (key: string): boolean => {
      if (untilMs.size === 0) return false;
      expire();
      return untilMs.size >= limits.groupKeysApartMax || untilMs.has(key);
    },
    add: (key: string): void => {
      expire();
      untilMs.delete(key);
      if (untilMs.size < limits.groupKeysApartMax) {
        untilMs.set(key, performance.now() + limits.groupApartMs);
      }
    },
  };
}

function mayGo({ mayGoOn, settle }: Waiting): boolean {
  try {
    mayGoOn();
    return true;
  } catch (error) {
    settle.reject(error);
    return false;
  }
}

/** Settles its members and never throws. */
async function commitTogether(
  connections: Connections,
  members: readonly Waiting[],
  setApart: (key: string) => void,
  round = 1,
): Promise<void> {
  let going = members;
  let sent: readonly Sent[] = [];
  try {
    const client = await connections.acquire();
    going = members.filter(mayGo);
    if (going.length === 0) return connections.release(client);
    sent = inOrder(going);
    const statements = sent.map(({ statement }) => statement);
    const outcomes = await runAndRelease(connections, client, statements);
    settleAll(going, sent, outcomes);
  } catch (error) {
    if (going.length <= 1 || !isNothingStored(error)) {
      for (const { settle } of going) settle.reject(error);
      return;
    }
    const refused = sent[failedStatement(error) ?? -1]?.member;
    if (refused === undefined || round === limits.groupRoundsMax) {
      for (const member of going) void commitAlone(connections, member);
      return;
    }
    setApart(keyOf(refused));
    void commitAlone(connections, refused);
    const others = going.filter((member) => member !== refused);
    await commitTogether(connections, others, setApart, round + 1);
  }
}

interface Sent {
  readonly statement: Statement;
  /** None of a statement that is the group's own. */
  readonly member?: Waiting;
}

const waitBriefly: Sent = { statement: setLocal("lock_timeout", limits.groupLockTimeoutMs) };

function inOrder(members: readonly Waiting[]): readonly Sent[] {
  const all = members.flatMap((member) =>
    member.statements.map((statement) => ({ statement, member })),
  );
  if (members.length === 1) return all;
  const [last, first] = partition(all, ({ statement }) => statement.isLast === true);
  return [waitBriefly, ...first, ...last];
}

function partition<Each>(
  all: readonly Each[],
  isOne: (each: Each) => boolean,
): readonly [Each[], Each[]] {
  const [ones, others]: [Each[], Each[]] = [[], []];
  for (const each of all) (isOne(each) ? ones : others).push(each);
  return [ones, others];
}

function settleAll(
  members: readonly Waiting[],
  sent: readonly Sent[],
  outcomes: readonly Outcome[],
): void {
  for (const member of members) {
    const own = sent.flatMap((one, index) =>
      one.member === member ? { statement: one.statement, outcome: outcomes[index] } : [],
    );
    try {
      reportStored(
        own.map(({ statement }) => statement),
        own.map(({ outcome }) => ({ rows: outcome?.rows ?? [] })),
      );
      member.settle.resolve();
    } catch (error) {
      member.settle.reject(error);
    }
  }
}

async function commitAlone(
  connections: Connections,
  { statements, mayGoOn, settle }: Waiting,
): Promise<void> {
  try {
    await runAlone(connections, statements, mayGoOn);
    settle.resolve();
  } catch (error) {
    settle.reject(error);
  }
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
