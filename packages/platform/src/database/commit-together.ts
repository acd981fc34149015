import { failedStatement, type Outcome } from "./batch.ts";
import type { Connections } from "./connections.ts";
import { isNothingStored } from "./errors.ts";
import { regroup } from "./gathering.ts";
import type { OpenMember } from "./group-member.ts";
import { databaseLimits as limits } from "./limits.ts";
import { runAlone, runAndRelease } from "./run-batch.ts";
import { type Statement, setLocal } from "./statement.ts";

/** Settles its members and never throws. `onRefused` hears of each that kept the others from it, where it is known which one did. */
export async function commitTogether(
  connections: Connections,
  members: readonly OpenMember[],
  onRefused: (refused: OpenMember | undefined) => void,
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
    settleAll(going, sent, await runAndRelease(connections, client, statements));
  } catch (error) {
    if (going.length <= 1 || !isNothingStored(error)) {
      for (const { settle } of going) settle.reject(error);
      return;
    }
    const refused = sent[failedStatement(error) ?? -1]?.member;
    onRefused(refused);
    const { alone, together } = regroup(going, refused, round);
    for (const member of alone) void commitAlone(connections, member);
    if (together.length > 0) await commitTogether(connections, together, onRefused, round + 1);
  }
}

/** Settles it and never throws. */
export async function commitAlone(
  connections: Connections,
  { statements, mayGoOn, settle }: OpenMember,
): Promise<void> {
  try {
    await runAlone(connections, statements, mayGoOn);
    settle.resolve();
  } catch (error) {
    settle.reject(error);
  }
}

function mayGo({ mayGoOn, settle }: OpenMember): boolean {
  try {
    mayGoOn();
    return true;
  } catch (error) {
    settle.reject(error);
    return false;
  }
}

interface Sent {
  readonly statement: Statement;
  /** None of a statement that is the group's own. */
  readonly member?: OpenMember;
}

const waitBriefly: Sent = { statement: setLocal("lock_timeout", limits.groupLockTimeoutMs) };

function inOrder(members: readonly OpenMember[]): readonly Sent[] {
  const all = members.flatMap((member) =>
    member.statements.map((statement) => ({ statement, member })),
  );
  if (members.length === 1) return all;
  const isLast = ({ statement }: Sent) => statement.isLast === true;
  return [waitBriefly, ...all.filter((one) => !isLast(one)), ...all.filter(isLast)];
}

function settleAll(
  members: readonly OpenMember[],
  sent: readonly Sent[],
  outcomes: readonly Outcome[],
): void {
  for (const [index, { statement, member }] of sent.entries()) {
    try {
      statement.onStored?.(outcomes[index]?.rows ?? []);
    } catch (error) {
      member?.settle.reject(error);
    }
  }
  // Whoever is rejected by now stays so.
  for (const { settle } of members) settle.resolve();
}
