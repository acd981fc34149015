import {
  ApproveVerdict,
  type FactDefinition,
  type FactInput,
  GetCase,
  jsonText,
  ProposeVerdict,
  paymentsStatementFacts,
  payoutsStatementFacts,
  type StatementFacts,
  StatementVerdictApproved,
} from "@sanu/contracts";
import { type AccountId, type CaseId, newId, plusMs } from "@sanu/kernel";
import { createGate } from "@sanu/platform";
import { attributesOfFact, deliveredToReaction } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { caseIdOfDifference } from "../case/keys/case-of-difference.ts";
import { openStores } from "../stores.ts";
import { startTransactions } from "../transactions.fixture.ts";
import { UnknownSubjectError } from "./transaction-reaction.ts";
import { statementReactions } from "./when-statement-difference.ts";

const running = await startTransactions();
const { clock, database } = running;
const { cases } = openStores({ database, gate: createGate(), afterPublicCommit: () => undefined });

afterAll(() => running.stop());

type Found = FactInput<StatementFacts["StatementDifferenceFound"]>;
type Resolved = FactInput<StatementFacts["StatementDifferenceResolved"]>;

const at = clock.now();
const side = (amount: string) =>
  ({ kind: "collection", state: "settled", currency: "XOF", amount, fee: "0" }) as const;

function newDifference(changes: Partial<Found> = {}): { found: Found; resolved: Resolved } {
  const ofDifference = {
    differenceId: newId<string>(),
    provider: "sandbox",
    account: `account-${newId<string>()}`,
    kind: "other-amount" as const,
    transactionId: newId<"TransactionId">(),
    foundAt: at,
    ...changes,
  };
  const { differenceId, provider, account, kind, transactionId, foundAt } = ofDifference;
  const found: Found = {
    reference: "receipt-1",
    key: "key-1",
    subjectId: newId<string>(),
    booked: side("10000"),
    stated: side("9000"),
    occurredAt: plusMs(at, -3_600_000),
    ...ofDifference,
  };
  const ids = { differenceId, provider, account, kind, transactionId, foundAt };
  return { found, resolved: { ...ids, resolvedAt: at } };
}

async function deliver(definition: FactDefinition, data: unknown, factId = newId<"EventId">()) {
  const facts = definition.service === "payments" ? paymentsStatementFacts : payoutsStatementFacts;
  const body: unknown = JSON.parse(jsonText(data));
  const read = statementReactions({ cases, clock }, facts)
    .map((one) => one.read(definition.type, body))
    .find((one) => one !== undefined);
  if (read === undefined) throw new Error(`Nobody reads ${definition.type}`);
  const attributes = attributesOfFact(definition, { id: factId, time: at });
  return read.react(deliveredToReaction(read.reaction, attributes));
}

const casesOf = ({ account }: Found) =>
  running.rowsOf<object>(
    "select kind, status, amount_xof from cases where subject_id = $1 order by status",
    [`sandbox/${account}`],
  );

const caseOf = async ({ account }: Found): Promise<CaseId> => {
  const text = "select case_id as id from cases where subject_id = $1 and status <> 'closed'";
  const [row] = await running.rowsOf<{ id: CaseId }>(text, [`sandbox/${account}`]);
  if (row === undefined) throw new Error("It is no open case");
  return row.id;
};

const [ama, kofi] = [newId<"AccountId">(), newId<"AccountId">()];

async function proposeClose(caseId: CaseId, by: AccountId = ama): Promise<string> {
  const commandId = newId<"CommandId">();
  const evidence = "the receipt is in their own export";
  const said = { commandId, caseId, by, proposed: { kind: "close" }, evidence } as const;
  expect(await running.request(ProposeVerdict, said)).toMatchObject({ kind: "replied" });
  return commandId;
}

async function approveClose(caseId: CaseId, proposalId: string, by: AccountId): Promise<string> {
  const commandId = newId<"CommandId">();
  const said = { commandId, caseId, proposalId, by, reason: "seen by me too" };
  const result = await running.request(ApproveVerdict, said);
  return result.kind === "refused" ? result.refusal.code : result.kind;
}

const verdictsOf = async (caseId: CaseId) => {
  const text = "select public_data as data from events where stream_id = $1 and public_type = $2";
  const rows = await running.rowsOf<{ data: string }>(text, [
    caseId,
    StatementVerdictApproved.type,
  ]);
  return rows.map(({ data }) => StatementVerdictApproved.schema.parse(JSON.parse(data)));
};

describe.each([
  ["payments", paymentsStatementFacts],
  ["payouts", payoutsStatementFacts],
] as const)("a difference that %s found", (foundBy, facts) => {
  it("shows the staff both sides of the movement it names, and ends by two of them, who are told to whoever found it", async () => {
    const { found, resolved } = newDifference({ name: "receipt-1" });
    await deliver(facts.StatementDifferenceFound, found);
    const caseId = await caseOf(found);
    const { booked, stated, kind } = found;
    expect(await running.request(GetCase, { caseId })).toMatchObject({
      data: {
        case: {
          actions: ["close"],
          difference: { kind, name: "receipt-1", reference: "receipt-1", booked, stated },
        },
      },
    });

    const proposalId = await proposeClose(caseId);
    expect(await approveClose(caseId, proposalId, ama)).toBe("own-proposal");
    expect(await verdictsOf(caseId)).toEqual([]);
    expect(await approveClose(caseId, proposalId, kofi)).toBe("replied");
    expect(await approveClose(caseId, proposalId, newId<"AccountId">())).toBe("case-closed");
    const { differenceId, foundAt } = found;
    expect(await verdictsOf(caseId)).toEqual([
      { caseId, proposalId, foundBy, differenceId, foundAt, approvedAt: expect.any(String) },
    ]);
    expect(await casesOf(found)).toMatchObject([{ status: "closed" }]);

    // A statement that agrees later is no news here, and what it shows in its place is a case of its own.
    await deliver(facts.StatementDifferenceResolved, resolved);
    const next = { ...found, stated: side("8000"), foundAt: plusMs(at, 1_000) };
    await deliver(facts.StatementDifferenceFound, next);
    expect(await casesOf(found)).toMatchObject([
      { status: "closed", amount_xof: 1_000n },
      { status: "open", amount_xof: 2_000n },
    ]);
    expect(await caseOf(found)).not.toBe(caseId);
  });

  it("is decided no more once the statement says otherwise: what one of the staff proposed goes with its case", async () => {
    const { found, resolved } = newDifference();
    await deliver(facts.StatementDifferenceFound, found);
    const caseId = await caseOf(found);
    const proposalId = await proposeClose(caseId);
    await deliver(facts.StatementDifferenceResolved, resolved);
    expect(await approveClose(caseId, proposalId, kofi)).toBe("case-closed");
    expect(await verdictsOf(caseId)).toEqual([]);
  });

  it("is one case however often it is told, closed by the fact that resolves it, and another when found again", async () => {
    const { found, resolved } = newDifference();
    const factId = newId<"EventId">();
    await Promise.all([1, 2, 3].map(() => deliver(facts.StatementDifferenceFound, found, factId)));
    await deliver(facts.StatementDifferenceFound, found);
    const open = { kind: "statement-difference", status: "open", amount_xof: 1_000n };
    expect(await casesOf(found)).toEqual([open]);

    await deliver(facts.StatementDifferenceResolved, resolved);
    await deliver(facts.StatementDifferenceResolved, resolved);
    const closed = { ...open, status: "closed" };
    expect(await casesOf(found)).toEqual([closed]);
    // What came late about the first finding opens nothing.
    await deliver(facts.StatementDifferenceFound, found);
    expect(await casesOf(found)).toEqual([closed]);

    await deliver(facts.StatementDifferenceFound, { ...found, foundAt: plusMs(at, 1_000) });
    expect(await casesOf(found)).toEqual([closed, open]);
  });

  it("is shown beside its case: an operator finds the one by the other", async () => {
    const { found } = newDifference();
    await deliver(facts.StatementDifferenceFound, found);
    const ids = await running.rowsOf<{ id: string }>(
      "select case_id as id from cases where subject_id = $1",
      [`sandbox/${found.account}`],
    );
    expect(ids).toEqual([{ id: caseIdOfDifference(found) }]);
  });

  it("is closed also where the word that resolves it overtakes it: that waits, and is not swallowed", async () => {
    const { found, resolved } = newDifference();
    const early = deliver(facts.StatementDifferenceResolved, resolved);
    await expect(early).rejects.toThrow(UnknownSubjectError);
    await deliver(facts.StatementDifferenceFound, found);
    await deliver(facts.StatementDifferenceResolved, resolved);
    expect(await casesOf(found)).toMatchObject([{ status: "closed" }]);
  });
});

describe("what is at stake", () => {
  it.each([
    { kind: "other-balance", booked: side("500"), stated: side("-100"), amount: 600n },
    { kind: "missing-at-us", booked: null, stated: side("700"), amount: 700n },
    { kind: "missing-at-provider", booked: side("800"), stated: null, amount: 800n },
    { kind: "other-state", booked: side("900"), stated: side("900"), amount: 900n },
  ] as const)("of $kind", async ({ amount, ...difference }) => {
    const { found } = newDifference({ ...difference, transactionId: null });
    await deliver(paymentsStatementFacts.StatementDifferenceFound, found);
    const kind = found.kind === "other-balance" ? "balance-difference" : "statement-difference";
    expect(await casesOf(found)).toEqual([{ kind, status: "open", amount_xof: amount }]);
  });
});
