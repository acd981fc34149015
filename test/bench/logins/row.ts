import { randomBytes } from "node:crypto";
import { atFixedRate, fullPlan, quantileOf } from "../measure.ts";
import type { SystemBench } from "../report/bench.ts";
import { type Row, valueRow } from "../report/row.ts";
import { inTurn } from "../system/bench-system.ts";
import { commonPassword, makeAccounts } from "../system/many-accounts.ts";
import { addressOf, openStrangers, type Strangers } from "../system/strangers.ts";

/** Who waits for longer has gone. */
const flood = {
  timesCapacity: 10,
  accounts: 6_000,
  connections: 1_024,
  patienceMs: 3_000,
} as const;
const calm = { atOnce: 4 } as const;
const others = { perSecond: 30 } as const;
const durations = { fullMs: 30_000, shortMs: 3_000, restMs: 3_000 } as const;
const otherPaths = ["/api/v1/auth/me", "/api/v1/transactions/remaining", "/api/v1/transactions"];

/**
 * What everybody else feels, and how many still get in, while ten times as many people log in as can be hashed, each from an
 * address and to an account of their own, so that neither throttle nor cache spares a hash; and whether all is as before
 * when they have gone.
 */
export async function loginsRow(bench: SystemBench): Promise<readonly Row[]> {
  const strangers = openStrangers(bench.system.origin, flood.connections);
  try {
    const emails = await makeEmails(bench, strangers);
    const before = await othersP99(bench, durations.restMs);
    const isFull = bench.plan.durationMs >= fullPlan.durationMs;
    const durationMs = isFull ? durations.fullMs : durations.shortMs;
    const capacity = await loginsWithoutOverload(strangers, emails, durations.restMs);
    const perSecond = flood.timesCapacity * capacity;
    const [during, { statuses, inTime }] = await Promise.all([
      othersP99(bench, durationMs),
      logInEverybody(strangers, emails, { perSecond, durationMs }),
    ]);
    const goodput = inTime / (durationMs / 1_000);
    const after = await othersP99(bench, durations.restMs);
    const last = await strangers.post("login", loginOf(emails[0] ?? ""), addressOf(0));
    return [
      valueRow("logins", "ms", during, {
        ...Object.fromEntries(statuses),
        "p99 before ms": before,
        "p99 after ms": after,
        "login after": `${last.status} in ${Math.round(last.elapsedMs)} ms`,
      }),
      valueRow("logins-goodput", "ratio", goodput / capacity, {
        "logins/s without overload": capacity,
        "logins/s of the flood": perSecond,
        "done in time/s": goodput,
      }),
    ];
  } finally {
    await strangers.close();
  }
}

const loginOf = (email: string) => ({ email, password: commonPassword });

async function makeEmails(bench: SystemBench, strangers: Strangers): Promise<readonly string[]> {
  const prefix = `bench${randomBytes(4).toString("hex")}x`;
  const likeEmail = `${prefix}0@example.org`;
  const body = { name: "Bench", email: likeEmail, password: commonPassword };
  const { status } = await strangers.post("register", body, addressOf(0));
  if (status !== 201) throw new Error(`The first account was answered with ${status}`);
  return makeAccounts(bench, { prefix, count: flood.accounts, likeEmail });
}

/** Logins a second by a few people who wait for each other. */
async function loginsWithoutOverload(
  strangers: Strangers,
  emails: readonly string[],
  durationMs: number,
): Promise<number> {
  const endsAt = performance.now() + durationMs;
  let next = 0;
  let done = 0;
  const logInAgain = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const number = next;
      next += 1;
      const email = emails.at(-1 - (number % emails.length)) ?? "";
      const { status } = await strangers.post("login", loginOf(email), addressOf(number));
      if (status === 200) done += 1;
    }
  };
  await Promise.all(Array.from({ length: calm.atOnce }, logInAgain));
  return done / (durationMs / 1_000);
}

interface Flooded {
  /** How many logins got which status. */
  readonly statuses: ReadonlyMap<string, number>;
  readonly inTime: number;
}

async function logInEverybody(
  strangers: Strangers,
  emails: readonly string[],
  rate: { readonly perSecond: number; readonly durationMs: number },
): Promise<Flooded> {
  const statuses = new Map<string, number>();
  let next = 0;
  let inTime = 0;
  const logIn = async (): Promise<void> => {
    const number = next;
    next += 1;
    const email = emails[number % emails.length] ?? "";
    const sent = await strangers.post("login", loginOf(email), addressOf(number));
    const name = `logins ${sent.status}`;
    statuses.set(name, (statuses.get(name) ?? 0) + 1);
    if (sent.status === 200 && sent.elapsedMs <= flood.patienceMs) inTime += 1;
  };
  await atFixedRate(logIn, { ...rate, isCoarse: true });
  return { statuses, inTime };
}

/** The p99 of reads by people who are logged in, in milliseconds. */
async function othersP99({ system }: SystemBench, durationMs: number): Promise<number> {
  const person = inTurn(system.people);
  let next = 0;
  const read = () => {
    const path = otherPaths[next % otherPaths.length] ?? "";
    next += 1;
    return system.http.get(path, person().token);
  };
  return quantileOf(await atFixedRate(read, { perSecond: others.perSecond, durationMs }), 0.99);
}
