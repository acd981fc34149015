import { paymentsStatementFacts, StatementVerdictApproved } from "@sanu/contracts";
import { type Instant, newId, plusMs, systemClock } from "@sanu/kernel";
import { attributesOfFact, createTestDatabase, deliveredToReaction } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeEach, expect, it } from "vitest";
import { attemptTables } from "../attempts/tables.ts";
import { createSchema } from "../database/migration.ts";
import { openDatabase } from "../database/open-database.ts";
import { platformTables } from "../database/platform-tables.ts";
import { createGate } from "../event-store/gate.ts";
import { claimDueAccount } from "./accounts.ts";
import { openDifferences } from "./difference-events.ts";
import { whenStatementVerdictApproved } from "./follow-verdicts.ts";
import { foundOf } from "./found-of.ts";
import { movementAt } from "./movements.fixture.ts";
import { readReconciliation } from "./read-reconciliation.ts";
import { recordDifferences } from "./record-differences.ts";
import { ownAccounts, reconciliationTables } from "./tables.ts";

const account = "collections";
const hourMs = 3_600_000;

const made = await createTestDatabase("verdicts", {
  "0001-initial": createSchema(platformTables, attemptTables, reconciliationTables),
  "0002-own-accounts": ownAccounts,
});
const database = openDatabase({ url: made.url, poolMax: 2, applicationName: "test" });
const log = { database, gate: createGate(), wakeRelay: () => undefined };
const store = openDifferences(log, paymentsStatementFacts);
const reaction = whenStatementVerdictApproved(
  store,
  paymentsStatementFacts,
  "payments-statements-from-transactions",
);
const run = (text: string) => database.query(CompiledQuery.raw(text));

afterAll(async () => {
  await database.close();
  await made.drop();
});

let number = 0;
let movedAt = systemClock.now();
let period = { account, from: movedAt, to: movedAt };

beforeEach(async () => {
  number += 1;
  const now = systemClock.now();
  movedAt = plusMs(now, -hourMs);
  period = { account, from: plusMs(now, -2 * hourMs), to: now };
  await run("delete from statement_differences");
  await run("delete from statement_accounts");
  await run(`insert into statement_accounts (account) values ('${account}')`);
});

/** The finding of the movement of this test, where its statement says an amount. */
function findingOf(statedXof: bigint, at: Instant) {
  const { booked, stated } = movementAt(number, 1);
  const ids = { subjectId: newId<string>(), transactionId: newId<string>() };
  const { matchId } = booked;
  return foundOf(
    {
      kind: "other-amount",
      matchId,
      booked: { ...booked, ...ids },
      stated: { ...stated, amount: statedXof, at: movedAt },
    },
    { provider: "sandbox", account, at },
    undefined,
  );
}

/** A run that finds it so, or, with null, finds that it agrees. */
async function find(statedXof: bigint | null, at: Instant = systemClock.now()) {
  const found = findingOf(statedXof ?? 0n, at);
  const said = await recordDifferences({ database, store }, period, {
    found: statedXof === null ? [] : [found],
    unanswered: [],
    at,
  });
  return { found, said };
}

const [caseId, proposalId] = [newId<"CaseId">(), newId<string>()];

async function decide(
  { differenceId, foundAt }: { readonly differenceId: string; readonly foundAt: Instant },
  foundBy: "payments" | "payouts" = "payments",
) {
  const approvedAt = systemClock.now();
  const said = { caseId, proposalId, foundBy, differenceId, foundAt, approvedAt };
  const read = reaction.read(StatementVerdictApproved.type, said);
  if (read === undefined) throw new Error("Nobody reads the verdict");
  const attributes = attributesOfFact(StatementVerdictApproved, {
    id: newId<"EventId">(),
    time: approvedAt,
  });
  return read.react(deliveredToReaction(read.reaction, attributes));
}

/** What the next run would begin at, and what a person is shown. */
async function shown() {
  await run("update statement_accounts set compared_at = null, claimed_until = null");
  const named = [{ account }];
  const due = await claimDueAccount(database, named, { everyMs: hourMs, recheckEveryMs: hourMs });
  const { accounts, differences, decided } = await readReconciliation(database, { rowsMax: 10 });
  const [state] = accounts;
  return {
    beginsAt: due?.oldestOpenAt,
    counts: [state?.openCount, state?.decidedCount],
    open: differences.map(({ stated }) => stated?.amount),
    decided: decided.map(({ stated, decided: by }) => [stated?.amount, by.caseId, by.proposalId]),
  };
}

it("a difference that is decided is shown apart, and is no reason to begin at it, however often it is decided and found", async () => {
  const { found, said } = await find(5n);
  expect(said).toMatchObject({ isNew: 1 });
  expect(await shown()).toMatchObject({ beginsAt: movedAt, counts: [1n, 0n], open: ["5"] });

  for (const kind of ["accepted", "nothing-new"])
    expect(await decide(found)).toMatchObject({ kind });
  const apart = {
    beginsAt: null,
    counts: [0n, 1n],
    open: [],
    decided: [["5", caseId, proposalId]],
  };
  expect(await shown()).toEqual(apart);
  expect((await find(5n)).said).toEqual({ isNew: 0, resolved: 0 });
  expect(await shown()).toEqual(apart);
});

it("another difference under a name that is decided is open, and a verdict about the first one says nothing of it", async () => {
  const first = await find(5n);
  await decide(first.found);
  const second = await find(6n);
  expect(second.said).toEqual({ isNew: 1, resolved: 0 });
  const isOpen = { beginsAt: movedAt, counts: [1n, 0n], open: ["6"], decided: [] };
  expect(await shown()).toEqual(isOpen);

  expect(await decide(first.found)).toMatchObject({ kind: "nothing-new" });
  expect(await shown()).toEqual(isOpen);
  await decide(second.found);
  expect(await shown()).toMatchObject({ counts: [0n, 1n], open: [] });
});

it("a difference that is decided and agrees later is resolved, and is open when it comes back", async () => {
  const { found } = await find(5n);
  await decide(found);
  expect((await find(null)).said).toEqual({ isNew: 0, resolved: 1 });
  expect(await shown()).toMatchObject({ counts: [0n, 0n], open: [], decided: [] });
  expect(await decide(found)).toMatchObject({ kind: "nothing-new" });

  expect((await find(5n)).said).toMatchObject({ isNew: 1 });
  expect(await shown()).toMatchObject({ counts: [1n, 0n], open: ["5"], decided: [] });
});

it("a verdict that comes before its finding waits for it, and one about another service's finding is not ours", async () => {
  const at = systemClock.now();
  const later = findingOf(5n, at);
  await expect(decide(later)).rejects.toThrow("is not found yet");
  await find(5n, at);
  expect(await decide(later, "payouts")).toMatchObject({ kind: "nothing-new" });
  expect(await shown()).toMatchObject({ counts: [1n, 0n] });
  expect(await decide(later)).toMatchObject({ kind: "accepted" });
  expect(await shown()).toMatchObject({ counts: [0n, 1n] });
});

it("what one run found twice under a name, as it was and as it is, is one finding, whose case is open", async () => {
  const at = systemClock.now();
  const [was, is] = [findingOf(5n, at), findingOf(6n, at)];
  const said = await recordDifferences({ database, store }, period, {
    found: [was, is],
    unanswered: [],
    at,
  });
  expect(said).toEqual({ isNew: 1, resolved: 0 });
  expect(await shown()).toMatchObject({ open: ["6"] });
});
