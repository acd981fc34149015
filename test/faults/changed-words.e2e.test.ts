import { isDeepStrictEqual } from "node:util";
import { announcedSeed, eventually, isLongRun, randomFrom } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { expect, it } from "vitest";
import { decideAmountInRace } from "./amount-race.ts";
import { findFaults } from "./checker.ts";
import { awaitFinal } from "./find-unfinished.ts";
import { createLoad } from "./load.ts";
import type { Mix } from "./outcomes.ts";
import { startPacedLoad } from "./paced-load.ts";
import type { LegName } from "./race-legs.ts";
import { checkAgain, startReversing } from "./reversals.ts";
import { startSharedSystem } from "./shared-system.ts";
import { drawLies, namedLies, readSentence } from "./statement-lies.ts";
import { hireTwo, type Staff } from "./two-of-the-staff.ts";
import {
  answer,
  awaitReviews,
  decideInRace,
  describeOutcome,
  drawEntries,
  readOutcomes,
  silence,
} from "./verdict-race.ts";
import { explain, hasWrongBooks } from "./wrong-verdicts.ts";

const counts = isLongRun()
  ? { deals: 600, lies: 60, amounts: 60, verdicts: 25 }
  : { deals: 70, lies: 14, amounts: 6, verdicts: 3 };
/** Sales and refunds are more work than most deals. */
const perSecond = 15;
const limits = {
  finalWithinMs: 120_000,
  testMs: isLongRun() ? 600_000 : 240_000,
} as const;

/** Of all whose money comes, and more than usually of those whose money goes back. */
const mix: Mix = {
  payers: ["pays at once", "approves", "pays twice", "pays less", "declines"],
  receivers: ["settles at once", "is on the chain", "fails", "hangs, then fails"],
  salesPart: 0.4,
};

const system = await startSharedSystem();
const load = createLoad(system);
const random = randomFrom(announcedSeed("these deals, changed words and lies"));
let hired: Promise<Staff> | undefined;
const staffOf = () => (hired ??= hireTwo(system));

it("knows each reversal once, books it, makes it a case, and moves nothing else, while people deal", {
  timeout: limits.testMs,
}, async () => {
  const reversing = startReversing(system, load, random);
  await (await startPacedLoad(load, { random, mix, perSecond, dealsMax: counts.deals })).ended;
  await system.settled(limits.finalWithinMs);
  const reversed = await reversing.stop();
  await checkAgain(system);
  await awaitFinal(system, load, limits.finalWithinMs);

  console.info(`Reversed: ${JSON.stringify(reversed)}`);
  expect(Math.min(...Object.values(reversed))).toBeGreaterThan(0);
  expect(await findFaults(system, load)).toEqual([]);
});

it("has every lie of a statement named by the checker, by a case and at the shell, and nothing else", {
  timeout: limits.testMs,
}, async () => {
  const { mistakes } = system.sandbox;
  const lies = drawLies(system.sandbox, counts.lies, random);
  for (const { mistake } of lies) mistakes.add(mistake);
  const all = lies.map((_lie, place) => `lie ${place}`).toSorted();

  const found = await findFaults(system, load);
  expect(namedLies(lies, found.map(readSentence))).toEqual(all);
  expect(namedLies(lies, await reconciled())).toEqual(all);
  await eventually("each is a case", async () => {
    return isDeepStrictEqual(
      await casesByAccount(),
      countBy(lies, ({ account }) => account),
    );
  });

  mistakes.clear();
  expect(await findFaults(system, load)).toEqual([]);
  await eventually("no case is left", async () => (await casesByAccount()).size === 0);
  expect(await reconciled()).toEqual([]);
});

it("books as much as two of the staff say came, however often its provider shows another amount meanwhile", {
  timeout: limits.testMs,
}, async () => {
  const [person] = load.people;
  if (person === undefined) throw new Error("Nobody was signed up");
  const order = { payer: "pays at once", receiver: "settles at once" } as const;
  const deals = Array.from({ length: counts.amounts }, () => load.begin(person, order));
  await Promise.all(deals.map((deal) => load.create(deal)));
  await Promise.all(deals.map((deal) => load.waitFor(deal, "COMPLETED", limits.finalWithinMs)));
  const staff = await staffOf();
  await Promise.all(deals.map((deal) => decideAmountInRace(system, staff, { deal, random })));
  await checkAgain(system);
  await awaitFinal(system, load, limits.finalWithinMs);
  expect(await findFaults(system, load)).toEqual([]);
});

it("carries out each verdict once, and makes a case of every one that its provider contradicts, whoever is first", {
  timeout: limits.testMs,
}, async () => {
  const staff = await staffOf();
  const race = async (...legNames: readonly LegName[]) => {
    silence(system, legNames);
    const entries = drawEntries(load, { legNames, each: counts.verdicts, random });
    await Promise.all(entries.map(({ deal }) => load.create(deal)));
    return awaitReviews(system, entries);
  };
  // Money has to come in before it can go out.
  const attempts = new Map([
    ...(await race("send", "disbursement", "refund")),
    ...(await race("collection")),
  ]);
  system.sandbox.control.clearFaults();
  await Promise.all(
    [...attempts].map(([entry, attempt]) =>
      decideInRace(system, staff, { entry, attempt, random }),
    ),
  );
  await system.settled(limits.finalWithinMs);
  for (const [entry, attempt] of attempts) await answer(system, entry, attempt);

  const outcomes = await readOutcomes(system, attempts);
  await awaitFinal(system, load, limits.finalWithinMs);
  console.info(outcomes.map(describeOutcome).join("\n"));
  expect(outcomes.filter(({ isCalledAgain }) => isCalledAgain)).toEqual([]);
  expect(outcomes.some(hasWrongBooks)).toBe(true);
  const contradicted = outcomes.filter(({ isContradicted }) => isContradicted);
  expect(await openContradictions()).toEqual(
    contradicted.map(({ entry }) => `${entry.deal.id}`).toSorted(),
  );
  const findings = await findFaults(system, load);
  const { about, others } = explain(system, load, { findings, outcomes });
  expect(others).toEqual([]);
  expect(about).toEqual(
    outcomes
      .filter(hasWrongBooks)
      .map(({ entry }) => entry.deal.key)
      .toSorted(),
  );
});

/** The transactions about which somebody has to look again, because provider and staff say two things. */
async function openContradictions(): Promise<readonly string[]> {
  const rows = await system.databases.transactions.query<{ id: string }>(
    CompiledQuery.raw(
      `select transaction_id::text as id from cases
       where kind in ('contradicting-facts', 'payment-denied') and status <> 'closed'`,
    ),
  );
  return rows.map(({ id }) => id).toSorted();
}

/** What `sanu reconcile` shows. */
async function reconciled() {
  const printed = await system
    .sanu("reconcile", "--stored", "--format", "json")
    .catch((error: { readonly code: number; readonly stdout: string }) => {
      // So it ends where something differs.
      if (error.code !== 1) throw error;
      return error.stdout;
    });
  const { services } = JSON.parse(printed) as {
    services: readonly { differences: readonly StoredDifference[] }[];
  };
  return services.flatMap(({ differences }) =>
    differences.map(({ reference, key, ...rest }) => ({ ...rest, name: reference ?? key ?? "" })),
  );
}

interface StoredDifference {
  readonly account: string;
  readonly kind: string;
  readonly reference: string | null;
  readonly key: string | null;
}

/** Open cases of statements, by account; the hourly comparison with the ledger is another matter. */
async function casesByAccount(): Promise<ReadonlyMap<string, number>> {
  const rows = await system.databases.transactions.query<{ account: string }>(
    CompiledQuery.raw(
      `select split_part(subject_id, '/', 2) as account from cases
       where kind in ('statement-difference', 'balance-difference') and status <> 'closed'`,
    ),
  );
  return countBy(rows, ({ account }) => account);
}

function countBy<Item>(items: readonly Item[], of: (item: Item) => string): Map<string, number> {
  return new Map([...Map.groupBy(items, of)].map(([name, { length }]) => [name, length]));
}
