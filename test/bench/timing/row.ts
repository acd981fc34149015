import { randomBytes } from "node:crypto";
import { fullPlan, medianOf } from "../measure.ts";
import type { SystemBench } from "../report/bench.ts";
import { type Row, valueRow } from "../report/row.ts";
import { commonPassword, makeAccounts } from "../system/many-accounts.ts";
import { addressOf, openStrangers, type Strangers } from "../system/strangers.ts";

const samples = { full: 500, short: 40, warmUp: 20 } as const;

/** The routes whose time must not tell who has an account, each with a body for an address. */
const routes: readonly (readonly [string, (email: string) => object])[] = [
  ["login", (email) => ({ email, password: "not the password" })],
  ["password/reset-request", (email) => ({ email })],
  ["regenerate-otp", (email) => ({ email })],
];

/** Who has an account, who only registered, and who is nobody. */
type Kind = "known" | "pending" | "unknown";

/**
 * How far the medians of known, pending and unknown addresses are apart, at the route where they are farthest.
 */
export async function timingRow(bench: SystemBench): Promise<readonly Row[]> {
  const strangers = openStrangers(bench.system.origin, 1);
  const count = bench.plan.durationMs >= fullPlan.durationMs ? samples.full : samples.short;
  try {
    const prefix = `timing${randomBytes(4).toString("hex")}x`;
    const likeEmail = `${prefix}0@example.org`;
    const body = { name: "Bench", email: likeEmail, password: commonPassword };
    await strangers.post("register", body, addressOf(0));
    const many = { count: count + samples.warmUp, likeEmail };
    const known = await makeAccounts(bench, { prefix, ...many });
    const unproved = { prefix: `pending${prefix}`, areProved: false };
    const pending = await makeAccounts(bench, { ...unproved, ...many });
    const people = known.map((email, index) => {
      const beside = pending[index];
      if (beside === undefined) throw new Error(`Nobody pending stands beside ${email}`);
      return { known: email, pending: beside, unknown: `no-${email}` };
    });
    const notes: Record<string, number> = {};
    const apart: number[] = [];
    for (const [path, bodyOf] of routes) {
      const medians = await timesOf(strangers, people, (email) => [path, bodyOf(email)]);
      for (const kind of ["known", "pending"] as const) {
        const difference = medians[kind] - medians.unknown;
        notes[`${path} ${kind} ms`] = difference;
        apart.push(Math.abs(difference));
      }
    }
    return [valueRow("timing", "ms", Math.max(...apart), notes)];
  } finally {
    await strangers.close();
  }
}

/** The median of each kind, asked one after the other in an order that changes. */
async function timesOf(
  strangers: Strangers,
  people: readonly Readonly<Record<Kind, string>>[],
  callOf: (email: string) => [string, object],
): Promise<Readonly<Record<Kind, number>>> {
  const times: Record<Kind, number[]> = { known: [], pending: [], unknown: [] };
  const kinds = ["known", "pending", "unknown"] as const;
  for (const [index, person] of people.entries()) {
    const first = index % kinds.length;
    for (const kind of [...kinds.slice(first), ...kinds.slice(0, first)]) {
      const { elapsedMs } = await strangers.post(...callOf(person[kind]), addressOf(index));
      if (index >= samples.warmUp) times[kind].push(elapsedMs);
    }
  }
  return {
    known: medianOf(times.known),
    pending: medianOf(times.pending),
    unknown: medianOf(times.unknown),
  };
}
