import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { type busy, type Client, createHashQueue, type HashQueueLimits } from "./hash-queue.ts";
import { type HashParameters, passwordLimits } from "./password-limits.ts";

type Compare = (passwordHash: string | undefined, password: string) => Promise<boolean>;

/** Hashes and checks passwords, a bounded number at a time; `busy` when there was no time for it. */
export interface Passwords {
  readonly hash: (password: string, client?: Client) => Promise<string | typeof busy>;
  /**
   * Tells whether a password is the one of a hash. For an unknown address the hash is `undefined`: the
   * answer is no, after the same work, so that time does not tell who has an account.
   */
  readonly matches: (
    passwordHash: string | undefined,
    password: string,
    client?: Client,
  ) => Promise<boolean | typeof busy>;
  /**
   * Does something in a turn of its own, and compares there what it finds: what nobody waits for any more is not even looked
   * up.
   */
  readonly inTurn: <Result>(
    client: Client,
    work: (compare: Compare) => Promise<Result>,
  ) => Promise<Result | typeof busy>;
  /** Whether a hash was made with less than today's parameters, or in a form that nobody can read. */
  readonly isOutdated: (passwordHash: string) => boolean;
  readonly waiting: () => number;
  readonly isCrowded: () => boolean;
}

/** Somebody at a shell, who waits until it is done. */
const operator: Client = { remainingMs: () => Number.POSITIVE_INFINITY, isKnown: true };

const parametersShape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/;

function isAtLeast(found: string | undefined, needed: number): boolean {
  return Number(found) >= needed;
}

/**
 * Argon2id (RFC 9106). Makes a hash of each kind that may be stored at once; they stand in for accounts that do not
 * exist, and beside a hash of one kind for the other kinds.
 */
export async function createPasswords(
  limits: HashQueueLimits = passwordLimits,
  older: readonly HashParameters[] = passwordLimits.olderParameters,
): Promise<Passwords> {
  const queue = createHashQueue(limits);
  const hashed = pLimit(passwordLimits.hashesMax);
  const today = optionsOf(passwordLimits);
  const kinds = [today, ...older.map(optionsOf)];
  const standIns = await Promise.all(kinds.map((kind) => hash(randomBytes(32), kind)));
  const compare: Compare = async (passwordHash, password) => {
    const matching: boolean[] = [];
    for (const each of comparedWith(passwordHash, standIns)) {
      matching.push(await hashed(() => verify(each, typed(password))));
    }
    return matching[0] === true && passwordHash !== undefined;
  };
  return {
    hash: (password, client = operator) =>
      queue.run(() => hashed(() => hash(typed(password), today)), client),
    matches: (passwordHash, password, client = operator) =>
      queue.run(() => compare(passwordHash, password), client),
    inTurn: (client, work) => queue.run(() => work(compare), client),
    isOutdated(passwordHash) {
      const [, memoryKib, passes, lanes] = parametersShape.exec(passwordHash) ?? [];
      return (
        !isAtLeast(memoryKib, passwordLimits.memoryKib) ||
        !isAtLeast(passes, passwordLimits.passes) ||
        !isAtLeast(lanes, passwordLimits.lanes)
      );
    },
    waiting: queue.waiting,
    isCrowded: queue.isCrowded,
  };
}

/**
 * What a password is compared with: the hash of the account, then a stand-in for every other kind. So each comparison
 * costs one of every kind, and its time tells neither whether there is an account nor how old its hash is.
 */
export function comparedWith(
  passwordHash: string | undefined,
  standIns: readonly string[],
): readonly string[] {
  if (passwordHash === undefined) return standIns;
  const others = standIns.filter((each) => parametersOf(each) !== parametersOf(passwordHash));
  return [passwordHash, ...others];
}

function parametersOf(passwordHash: string): string | undefined {
  return parametersShape.exec(passwordHash)?.[0];
}

function optionsOf({ memoryKib, passes, lanes }: HashParameters) {
  return { memoryCost: memoryKib, timeCost: passes, parallelism: lanes };
}

/** Keyboards write `é` as one character or as two; NIST SP 800-63B 3.1.1.2 asks to treat both alike. */
function typed(password: string): string {
  return password.normalize("NFC");
}
