import { randomBytes } from "node:crypto";
import { atFixedRate, fullPlan, quantileOf } from "../measure.ts";
import type { SystemBench } from "../report/bench.ts";
import { type Row, valueRow } from "../report/row.ts";
import { inTurn } from "../system/bench-system.ts";
import { commonPassword, makeAccounts } from "../system/many-accounts.ts";
import { addressOf, openStrangers, type Strangers } from "../system/strangers.ts";

const flood = { perSecond: 200, accounts: 6_000, connections: 512 } as const;
const others = { perSecond: 30 } as const;
const durations = { fullMs: 30_000, shortMs: 3_000, restMs: 3_000 } as const;
const otherPaths = ["/api/v1/auth/me", "/api/v1/transactions/remaining", "/api/v1/transactions"];

/**
 * What everybody else feels while 200 people a second log in, each from an address and to an account of their own, so
 * that neither throttle nor cache spares a hash; and whether all is as before when they have gone.
 */
export async function loginsRow(bench: SystemBench): Promise<readonly Row[]> {
  const strangers = openStrangers(bench.system.origin, flood.connections);
  try {
    const emails = await makeEmails(bench, strangers);
    const before = await othersP99(bench, durations.restMs);
    const isFull = bench.plan.durationMs >= fullPlan.durationMs;
    const durationMs = isFull ? durations.fullMs : durations.shortMs;
    const [during, statuses] = await Promise.all([
      othersP99(bench, durationMs),
      logInEverybody(strangers, emails, durationMs),
    ]);
    const after = await othersP99(bench, durations.restMs);
    const last = await strangers.post("login", loginOf(emails[0] ?? ""), addressOf(0));
    return [
      valueRow("logins", "ms", during, {
        ...Object.fromEntries(statuses),
        "p99 before ms": before,
        "p99 after ms": after,
        "login after": `${last.status} in ${Math.round(last.elapsedMs)} ms`,
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

/** Returns how many logins got which status. */
async function logInEverybody(
  strangers: Strangers,
  emails: readonly string[],
  durationMs: number,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  let next = 0;
  const logIn = async (): Promise<void> => {
    const number = next;
    next += 1;
    const email = emails[number % emails.length] ?? "";
    const { status } = await strangers.post("login", loginOf(email), addressOf(number));
    counts.set(`logins ${status}`, (counts.get(`logins ${status}`) ?? 0) + 1);
  };
  await atFixedRate(logIn, { perSecond: flood.perSecond, durationMs });
  return counts;
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
