import {
  AccountSuspended,
  ApproveVerdict,
  PayoutWithheld,
  ProposeVerdict,
  paymentsOutcomeFacts,
  paymentsRefundFacts,
  paymentsVerdictFacts,
  type RequestInput,
  ResolveReview,
  VerdictApproved,
} from "@sanu/contracts";
import { type CaseId, newId, type RefundId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import {
  complete,
  detailOf,
  type Placed,
  payoutOf,
  place,
  reached,
  said,
} from "../orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

type Verdict = RequestInput<typeof ProposeVerdict>["proposed"];
type Code = string;

const running = await startTransactions();
const { clock, rowsOf } = running;
afterAll(() => running.stop());

const francs = { currency: "XOF", amountXof: "10000" } as const;
const receiptOf = ({ paymentId }: Placed) => `receipt of ${paymentId}`;
const handled = async () => (await rowsOf("select 1 from handled")).length;
const typesOf = async ({ transactionId }: Placed) => {
  const text = "select event_type as type from events where stream_id = $1 order by version";
  return (await rowsOf<{ type: string }>(text, [transactionId])).map(({ type }) => type);
};
const countOf = async (placed: Placed, type: string) =>
  (await typesOf(placed)).filter((each) => each === type).length;
const openCases = ({ transactionId }: Placed) =>
  rowsOf<{ kind: string; id: CaseId; subject: string; amount: bigint | null }>(
    `select kind, case_id as id, subject_kind || ' ' || subject_id as subject, amount_xof as amount
     from cases where transaction_id = $1 and status <> 'closed' order by kind, opened_at`,
    [transactionId],
  );
const kindsOf = async (placed: Placed) => (await openCases(placed)).map(({ kind }) => kind);
const booksOf = async ({ transactionId }: Placed) => {
  const accounts = ["gateway_float", "user_payable", "suspense", "receivable", "losses"];
  const sums = accounts.map((each) => `coalesce(sum(${each}), 0)::int as ${each}`).join(", ");
  const text = `select ${sums} from (
    select gateway_float, user_payable, suspense, 0 as receivable, 0 as losses
      from book_entries where transaction_id = $1 and currency = 'XOF'
    union all select gateway_float, user_payable, suspense, receivable, losses
      from receivable_entries where transaction_id = $1 and currency = 'XOF') as entry`;
  const [row = {}] = await rowsOf<Record<string, number>>(text, [transactionId]);
  return Object.fromEntries(Object.entries(row).filter(([, sum]) => sum !== 0));
};

/** Its provider speaks against its own word, in three facts. */
async function says(placed: Placed, found: "arrived" | "never", times = 3): Promise<void> {
  const { transactionId, paymentId: subjectId } = placed;
  const before = await handled();
  const word = {
    transactionId,
    leg: "payment",
    subjectId,
    attemptNumber: 1,
    found,
    foundAt: clock.now(),
  } as const;
  const counted = [{ receiptId: receiptOf(placed), money: francs }];
  for (let time = 0; time < times; time += 1) {
    await running.payments.publish(paymentsOutcomeFacts.OutcomeContradicted, subjectId, {
      ...word,
      counted,
    });
  }
  await eventually("all are handled", async () => (await handled()) === before + times);
}

function idIn(row: { readonly id: CaseId } | undefined): CaseId {
  if (row === undefined) throw new Error("There is no such case");
  return row.id;
}

async function deny(placed: Placed): Promise<CaseId> {
  await says(placed, "never");
  const found = (await openCases(placed)).filter(({ kind }) => kind === "payment-denied");
  expect(found).toMatchObject([{ subject: `receipt ${receiptOf(placed)}`, amount: 10_000n }]);
  return idIn(found[0]);
}

const by = () => ({ commandId: newId<"CommandId">(), by: newId<"AccountId">() });
const propose = (caseId: CaseId, proposed: Verdict) =>
  running.request(ProposeVerdict, { ...by(), caseId, proposed, evidence: "their statement" });

/** One proposes, and three others approve at once. How many were told that it is so, and why the others were not. */
async function decide(caseId: CaseId, kind: "came" | "never-came" | "release" | "refund") {
  const proposal = await propose(caseId, { kind });
  if (proposal.kind !== "replied") throw new Error(JSON.stringify(proposal));
  const proposalId = proposal.data.case.proposal?.id ?? "";
  const answers = await Promise.all(
    [by(), by(), by()].map((one) =>
      running.request(ApproveVerdict, { ...one, caseId, proposalId, reason: "the same" }),
    ),
  );
  return answers.flatMap((one): Code[] => (one.kind === "refused" ? [one.refusal.code] : []));
}

/** An act that moves money happened once, whoever approved. */
async function decideOnce(caseId: CaseId, kind: "came" | "never-came"): Promise<void> {
  expect((await decide(caseId, kind)).length).toBeLessThanOrEqual(2);
  expect(await rowsOf("select status from cases where case_id = $1", [caseId])).toEqual([
    { status: "closed" },
  ]);
}

async function paidOrder(): Promise<Placed> {
  const placed = await place(running);
  await said.completed(running, placed);
  await reached(running, placed, "PROCESSING");
  return placed;
}

async function withhold(placed: Placed): Promise<void> {
  const { transactionId } = placed;
  const { payoutId } = await payoutOf(running, placed);
  const before = await handled();
  const data = { payoutId, transactionId, withheldAt: clock.now() };
  for (const _twice of [1, 2]) await running.payouts.publish(PayoutWithheld, payoutId, data);
  await eventually("both are handled", async () => (await handled()) === before + 2);
}

const verdictsOn = async ({ transactionId }: Placed) => {
  const text = "select public_data from events where stream_id = $1 and public_type = $2";
  const values = [transactionId, VerdictApproved.type];
  const rows = await rowsOf<{ public_data: string }>(text, values);
  return rows.map((row) => VerdictApproved.schema.parse(JSON.parse(row.public_data)));
};

const refundOf = ({ transactionId }: Placed) =>
  eventually("a refund is ordered", async () => {
    const text = `select data->>'refundId' as id from events
      where stream_id = $1 and event_type = 'TransactionRefundRequested'`;
    return (await rowsOf<{ id: RefundId }>(text, [transactionId])).at(-1)?.id;
  });

describe("a receipt that its provider says never came", () => {
  it("stops the payout that nobody was asked to send, and goes neither on nor back before two of the staff have named it", async () => {
    const placed = await paidOrder();
    const caseId = await deny(placed);
    expect(await countOf(placed, "TransactionHoldRequested")).toBe(1);
    await withhold(placed);
    expect((await detailOf(running, placed)).status).toBe("PROCESSING");
    expect(await kindsOf(placed)).toEqual(["payment-denied"]);
    for (const kind of ["refund", "release", "close", "never"] as const) {
      expect(await propose(caseId, { kind })).toMatchObject({
        refusal: { code: "verdict-not-possible" },
      });
    }
    const { transactionId } = placed;
    for (const resolution of ["close", "refund"] as const) {
      const end = {
        commandId: newId<"CommandId">(),
        transactionId,
        resolvedBy: newId<"AccountId">(),
      };
      const answer = await running.request(ResolveReview, { ...end, resolution, reason: "no" });
      expect(answer.kind).toBe("refused");
    }

    await decideOnce(caseId, "never-came");
    await reached(running, placed, "FAILED");
    expect(await booksOf(placed)).toEqual({});
    expect(await kindsOf(placed)).toEqual([]);
    expect(await countOf(placed, "TransactionRefundRequested")).toBe(0);
    expect(await verdictsOn(placed)).toMatchObject([
      { caseId, leg: "payment", receiptId: receiptOf(placed), verdict: { kind: "never" } },
    ]);
    // Payments says so too, and its provider may take it back as well: it is booked once.
    const before = await handled();
    for (const _twice of [1, 2]) await said.takenBack(running, placed);
    await eventually("both are handled", async () => (await handled()) === before + 2);
    await says(placed, "never", 1);
    expect(await countOf(placed, "TransactionPaymentReversed")).toBe(1);
    expect(await booksOf(placed)).toEqual({});
  });

  it("is sent once two of the staff say that it came, once", async () => {
    const placed = await paidOrder();
    const caseId = await deny(placed);
    await withhold(placed);
    await decideOnce(caseId, "came");
    expect(await countOf(placed, "TransactionPaid")).toBe(2);
    expect(await verdictsOn(placed)).toMatchObject([
      { receiptId: receiptOf(placed), verdict: { kind: "arrived", money: { amountXof: 10_000n } } },
    ]);
    expect(await kindsOf(placed)).toEqual([]);
    expect(await booksOf(placed)).toEqual({ gateway_float: 10_000, user_payable: -10_000 });
    // Its provider says so again only behind another word: then it is another question.
    const again = await deny(placed);
    expect(again).not.toBe(caseId);
    await decideOnce(again, "came");
  });

  it("is held on where its account is suspended by then", async () => {
    const placed = await paidOrder();
    const caseId = await deny(placed);
    await withhold(placed);
    const { accountId } = placed;
    const before = await handled();
    await running.identity.publish(AccountSuspended, accountId, {
      accountId,
      suspendedAt: clock.now(),
    });
    await eventually("it is suspended", async () => (await handled()) === before + 1);
    await decideOnce(caseId, "came");
    expect(await countOf(placed, "TransactionPaid")).toBe(1);
    const [held] = await openCases(placed);
    expect(held).toMatchObject({ kind: "account-held", amount: 10_000n });
    expect((await decide(idIn(held), "refund")).length).toBeLessThanOrEqual(2);
    expect(await countOf(placed, "TransactionRefundRequested")).toBe(1);
  });

  it("is neither released nor sent back where its account was suspended before", async () => {
    const placed = await place(running);
    const { accountId } = placed;
    const before = await handled();
    const suspended = { accountId, suspendedAt: clock.now() };
    await running.identity.publish(AccountSuspended, accountId, suspended);
    await eventually("it is suspended", async () => (await handled()) === before + 1);
    await said.completed(running, placed);
    await reached(running, placed, "PROCESSING");
    const caseId = await deny(placed);
    const held = (await openCases(placed)).find(({ kind }) => kind === "account-held");
    const no = "verdict-not-possible";
    expect(await decide(idIn(held), "release")).toEqual([no, no, no]);
    expect(await countOf(placed, "TransactionPaid")).toBe(0);
    await decideOnce(caseId, "never-came");
    await reached(running, placed, "FAILED");
    expect(await kindsOf(placed)).toEqual([]);
    expect(await booksOf(placed)).toEqual({});
  });

  it("is owed to us where its payout had gone already, and lost once the staff says so", async () => {
    const placed = await place(running);
    await complete(running, placed);
    const caseId = await deny(placed);
    expect(await countOf(placed, "TransactionHoldRequested")).toBe(0);
    await decideOnce(caseId, "never-came");
    expect((await detailOf(running, placed)).status).toBe("COMPLETED");
    expect(await booksOf(placed)).toMatchObject({ receivable: 10_000 });
    const [debt] = await openCases(placed);
    expect(debt).toMatchObject({ kind: "payment-reversed", amount: 10_000n });
    const proposal = await propose(idIn(debt), { kind: "written-off" });
    const proposalId = proposal.kind === "replied" ? proposal.data.case.proposal?.id : undefined;
    const approval = {
      ...by(),
      caseId: idIn(debt),
      proposalId: proposalId ?? "",
      reason: "it is",
    };
    expect(await running.request(ApproveVerdict, approval)).toMatchObject({ kind: "replied" });
    expect(await booksOf(placed)).toMatchObject({ losses: 10_000 });
  });

  it("is owed to us where its payout was sent all the same, behind the verdict", async () => {
    const placed = await paidOrder();
    const caseId = await deny(placed);
    await decideOnce(caseId, "never-came");
    expect(await kindsOf(placed)).toEqual([]);
    await said.settled(running, placed);
    await reached(running, placed, "COMPLETED");
    expect(await openCases(placed)).toMatchObject([{ kind: "payment-reversed", amount: 10_000n }]);
    expect(await booksOf(placed)).toMatchObject({ receivable: 10_000 });
  });

  it("is not refunded where its payout fails meanwhile, and is once two of the staff say that it came", async () => {
    const [came, never] = [await paidOrder(), await paidOrder()];
    const cases = [await deny(came), await deny(never)] as const;
    for (const placed of [came, never]) {
      await said.payoutFailed(running, placed, "no-route");
      await eventually(
        "it failed",
        async () => (await countOf(placed, "TransactionPayoutFailed")) === 1,
      );
      expect(await kindsOf(placed)).toEqual(["payment-denied", "refund-failed"]);
      expect(await countOf(placed, "TransactionRefundRequested")).toBe(0);
    }
    await decideOnce(cases[0], "came");
    const refundId = await refundOf(came);
    const settled = { refundId, transactionId: came.transactionId, money: francs, fee: null };
    await running.payments.publish(paymentsRefundFacts.RefundSettled, refundId, {
      ...settled,
      settledAt: clock.now(),
    });
    await decideOnce(cases[1], "never-came");
    for (const placed of [came, never]) {
      await reached(running, placed, "FAILED");
      expect(await booksOf(placed)).toEqual({});
      expect(await kindsOf(placed)).toEqual([]);
    }
    expect(await countOf(never, "TransactionRefundRequested")).toBe(0);
  });

  it("that went back before the verdict is owed to us, and one whose refund payments has refused is owed to nobody", async () => {
    const [back, refused] = [await paidOrder(), await paidOrder()];
    const refunds: RefundId[] = [];
    for (const placed of [back, refused]) {
      await said.payoutFailed(running, placed, "no-route");
      refunds.push(await refundOf(placed));
    }
    const cases = [await deny(back), await deny(refused)] as const;
    const [settledId, failedId] = refunds as [RefundId, RefundId];
    const at = clock.now();
    await running.payments.publish(paymentsRefundFacts.RefundSettled, settledId, {
      refundId: settledId,
      transactionId: back.transactionId,
      money: francs,
      fee: null,
      settledAt: at,
    });
    await running.payments.publish(paymentsRefundFacts.RefundFailed, failedId, {
      refundId: failedId,
      transactionId: refused.transactionId,
      reason: "not-refundable",
      failedAt: at,
    });
    await reached(running, back, "FAILED");
    await eventually(
      "it failed",
      async () => (await countOf(refused, "TransactionRefundFailed")) === 1,
    );
    for (const caseId of cases) await decideOnce(caseId, "never-came");
    await reached(running, refused, "FAILED");
    expect(await booksOf(back)).toEqual({ gateway_float: -10_000, receivable: 10_000 });
    expect(await kindsOf(back)).toEqual(["payment-reversed"]);
    expect(await booksOf(refused)).toEqual({});
    expect(await kindsOf(refused)).toEqual([]);
  });

  it("and shows again behind the verdict is its payer's, once two of the staff say so", async () => {
    const placed = await paidOrder();
    await decideOnce(await deny(placed), "never-came");
    await withhold(placed);
    await reached(running, placed, "FAILED");
    await says(placed, "arrived", 1);
    expect(await openCases(placed)).toMatchObject([
      { kind: "contradicting-facts", subject: `payment ${placed.paymentId}`, amount: 10_000n },
    ]);
    expect(await booksOf(placed)).toEqual({});
  });

  it("and takes back by itself needs nobody any more", async () => {
    const placed = await paidOrder();
    await deny(placed);
    await withhold(placed);
    await said.takenBack(running, placed);
    await reached(running, placed, "FAILED");
    expect(await kindsOf(placed)).toEqual(["payment-reversed"]);
    expect(await booksOf(placed)).toEqual({});
  });

  it("although two of the staff had said that it arrived stops its payout as well", async () => {
    const placed = await paidOrder();
    const { transactionId, paymentId: subjectId } = placed;
    const before = await handled();
    await running.payments.publish(paymentsVerdictFacts.VerdictContradicted, subjectId, {
      caseId: newId<"CaseId">(),
      transactionId,
      leg: "payment",
      subjectId,
      found: "never",
      receipt: null,
      counted: [{ receiptId: receiptOf(placed), money: francs }],
      foundAt: clock.now(),
    });
    await eventually("it is handled", async () => (await handled()) === before + 1);
    expect(await countOf(placed, "TransactionHoldRequested")).toBe(1);
    expect(await kindsOf(placed)).toEqual(["payment-denied"]);
  });

  it("is somebody's question as before where its word names no receipt that is known", async () => {
    const placed = await paidOrder();
    const { transactionId, paymentId: subjectId } = placed;
    const word = {
      transactionId,
      leg: "payment",
      subjectId,
      attemptNumber: 1,
      found: "never",
    } as const;
    const before = await handled();
    const foundAt = clock.now();
    const other = [{ receiptId: "nobody's", money: francs }];
    for (const counted of [undefined, other]) {
      const said = { ...word, foundAt, ...(counted && { counted }) };
      await running.payments.publish(paymentsOutcomeFacts.OutcomeContradicted, subjectId, said);
    }
    await eventually("both are handled", async () => (await handled()) === before + 2);
    expect(await kindsOf(placed)).toEqual(["contradicting-facts", "contradicting-facts"]);
  });
});
