import {
  ApproveVerdict,
  GetCase,
  PayoutWithheld,
  ProposeVerdict,
  paymentsOutcomeFacts,
  paymentsRefundFacts,
  RefundReversed,
  type RequestInput,
  VerdictApproved,
  WithdrawProposal,
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
type Francs = Extract<
  RequestInput<typeof ProposeVerdict>["proposed"],
  { kind: "arrived" }
>["money"];

const running = await startTransactions();
const { clock, rowsOf } = running;
afterAll(() => running.stop());

const francs = (amount: bigint): Francs => ({ currency: "XOF", amountXof: `${amount}` });
const receiptOf = ({ paymentId }: Placed) => `receipt of ${paymentId}`;
const handled = async () => (await rowsOf("select 1 from handled")).length;
const countOf = async ({ transactionId }: Placed, type: string) => {
  const text = "select 1 from events where stream_id = $1 and event_type = $2";
  return (await rowsOf(text, [transactionId, type])).length;
};
const casesOf = ({ transactionId }: Placed, isOpen = true) =>
  rowsOf<{ kind: string; id: CaseId; subject: string; amount: bigint | null }>(
    `select kind, case_id as id, subject_kind || ' ' || subject_id as subject, amount_xof as amount
     from cases where transaction_id = $1 and (status <> 'closed') = $2 order by kind, opened_at`,
    [transactionId, isOpen],
  );
const kindsOf = async (placed: Placed) => (await casesOf(placed)).map(({ kind }) => kind);
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

/** Its provider shows this amount under the name of what was counted, in three facts; `undefined` is that nothing came. */
async function shows(placed: Placed, amount: bigint | undefined, counted = 10_000n): Promise<void> {
  const { transactionId, paymentId: subjectId } = placed;
  const before = await handled();
  const isOther = amount !== undefined && amount !== counted;
  const receipt = { receiptId: receiptOf(placed), money: francs(counted) };
  for (const _three of [1, 2, 3]) {
    await running.payments.publish(paymentsOutcomeFacts.OutcomeContradicted, subjectId, {
      transactionId,
      leg: "payment",
      subjectId,
      attemptNumber: 1,
      found: amount === undefined ? "never" : "arrived",
      counted: [isOther ? { ...receipt, shown: francs(amount) } : receipt],
      foundAt: clock.now(),
    });
  }
  await eventually("all are handled", async () => (await handled()) === before + 3);
}

async function openedBy(placed: Placed, amount: bigint): Promise<CaseId> {
  await shows(placed, amount);
  const found = (await casesOf(placed)).filter(({ kind }) => kind === "payment-amount-differs");
  expect(found).toMatchObject([{ subject: `receipt ${receiptOf(placed)}`, amount: 10_000n }]);
  const caseId = found[0]?.id ?? newId<"CaseId">();
  const shown = await running.request(GetCase, { caseId });
  expect(shown).toMatchObject({ data: { case: { shown_xof: `${amount} XOF` } } });
  return caseId;
}

const by = () => ({ commandId: newId<"CommandId">(), by: newId<"AccountId">() });
const propose = (caseId: CaseId, proposed: Verdict) =>
  running.request(ProposeVerdict, { ...by(), caseId, proposed, evidence: "their statement" });

/** One proposes, and three others approve at once. Why they were refused. */
async function decide(
  caseId: CaseId,
  kind: Verdict["kind"] & ("came" | "other-amount" | "never-came"),
) {
  const proposal = await propose(caseId, { kind });
  if (proposal.kind !== "replied") throw new Error(JSON.stringify(proposal));
  const proposalId = proposal.data.case.proposal?.id ?? "";
  const answers = await Promise.all(
    [by(), by(), by()].map((one) =>
      running.request(ApproveVerdict, { ...one, caseId, proposalId, reason: "the same" }),
    ),
  );
  return answers.flatMap((one): string[] => (one.kind === "refused" ? [one.refusal.code] : []));
}

async function proposalOf(caseId: CaseId): Promise<string> {
  const text = "select proposal_id::text as id from cases where case_id = $1";
  return (await rowsOf<{ id: string | null }>(text, [caseId]))[0]?.id ?? "none";
}

/** What was proposed and could not be carried out yet. */
async function approve(caseId: CaseId): Promise<void> {
  const approval = { ...by(), caseId, proposalId: await proposalOf(caseId), reason: "the same" };
  expect(await running.request(ApproveVerdict, approval)).toMatchObject({ kind: "replied" });
}

async function decideOnce(
  caseId: CaseId,
  kind: Verdict["kind"] & ("came" | "other-amount" | "never-came"),
): Promise<void> {
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
  await running.payouts.publish(PayoutWithheld, payoutId, data);
  await eventually("it is handled", async () => (await handled()) === before + 1);
}

const caseOf = async (placed: Placed, kind: string): Promise<CaseId> =>
  (await casesOf(placed)).find((one) => one.kind === kind)?.id ?? newId<"CaseId">();

async function refundComesBack(placed: Placed, amount: bigint): Promise<void> {
  const refundId = (await refundsOf(placed)).at(-1)?.id ?? newId<"RefundId">();
  const before = await handled();
  await running.payments.publish(RefundReversed, refundId, {
    refundId,
    transactionId: placed.transactionId,
    money: francs(amount),
    reversedAt: clock.now(),
  });
  await eventually("it is handled", async () => (await handled()) === before + 1);
}

const verdictsOn = async ({ transactionId }: Placed) => {
  const text = "select public_data from events where stream_id = $1 and public_type = $2";
  const rows = await rowsOf<{ public_data: string }>(text, [transactionId, VerdictApproved.type]);
  return rows.map((row) => VerdictApproved.schema.parse(JSON.parse(row.public_data)));
};

const refundsOf = async ({ transactionId }: Placed) => {
  const text = `select data->>'refundId' as id, (data->'money'->>'amountXof')::int as amount from events
    where stream_id = $1 and event_type = 'TransactionRefundRequested' order by version`;
  return rowsOf<{ id: RefundId; amount: number }>(text, [transactionId]);
};

async function settleRefund(placed: Placed, amount: bigint): Promise<void> {
  const refundId = (await refundsOf(placed)).at(-1)?.id ?? newId<"RefundId">();
  const settled = { refundId, transactionId: placed.transactionId, money: francs(amount) };
  await running.payments.publish(paymentsRefundFacts.RefundSettled, refundId, {
    ...settled,
    fee: null,
    settledAt: clock.now(),
  });
}

describe("a receipt that its provider shows in another amount than was counted", () => {
  it.each([6_000n, 12_000n])(
    "stops the payout that nobody was asked to send, and goes back as it came once two of the staff say so: %s",
    async (came) => {
      const placed = await paidOrder();
      const caseId = await openedBy(placed, came);
      expect(await countOf(placed, "TransactionHoldRequested")).toBe(1);
      const no = "verdict-not-possible";
      for (const kind of ["refund", "release", "close", "never-came"] as const) {
        expect(await propose(caseId, { kind })).toMatchObject({ refusal: { code: no } });
      }
      // Whether its payout goes out is known first.
      expect(await decide(caseId, "other-amount")).toEqual([no, no, no]);
      await withhold(placed);
      expect(await kindsOf(placed)).toEqual(["payment-amount-differs"]);
      expect(await booksOf(placed)).toEqual({ gateway_float: 10_000, user_payable: -10_000 });

      await approve(caseId);
      expect(await refundsOf(placed)).toMatchObject([{ amount: Number(came) }]);
      expect(await booksOf(placed)).toEqual({
        gateway_float: Number(came),
        user_payable: -Number(came),
      });
      expect(await verdictsOn(placed)).toMatchObject([
        {
          caseId,
          receiptId: receiptOf(placed),
          money: { amountXof: 10_000n },
          verdict: { kind: "arrived", money: { amountXof: came } },
        },
      ]);
      await settleRefund(placed, came);
      await reached(running, placed, "FAILED");
      expect(await booksOf(placed)).toEqual({});
      expect(await kindsOf(placed)).toEqual([]);
    },
  );

  it("is paid out once two of the staff say that it came as it was counted", async () => {
    const placed = await paidOrder();
    const caseId = await openedBy(placed, 6_000n);
    await withhold(placed);
    await decideOnce(caseId, "came");
    expect(await countOf(placed, "TransactionPaid")).toBe(2);
    expect(await verdictsOn(placed)).toMatchObject([
      { verdict: { kind: "arrived", money: { amountXof: 10_000n } } },
    ]);
    // Its provider agrees with that by now, which asks nobody.
    await shows(placed, 10_000n);
    expect(await kindsOf(placed)).toEqual([]);
  });

  it("is one case for each amount, of which the newest alone waits, and one still where the first amount is back", async () => {
    const placed = await paidOrder();
    const first = await openedBy(placed, 6_000n);
    await shows(placed, 10_000n);
    expect(await casesOf(placed)).toMatchObject([{ id: first }]);
    await shows(placed, 6_000n);
    expect(await casesOf(placed)).toMatchObject([{ id: first }]);
    const second = await openedBy(placed, 7_000n);
    expect(second).not.toBe(first);
    expect(await propose(first, { kind: "came" })).toMatchObject({
      refusal: { code: "case-closed" },
    });
    await shows(placed, undefined);
    expect(await kindsOf(placed)).toEqual(["payment-denied"]);
    const third = await openedBy(placed, 7_000n);
    expect(await kindsOf(placed)).toEqual(["payment-amount-differs"]);
    expect(await countOf(placed, "TransactionHoldRequested")).toBe(1);
    await withhold(placed);
    await decideOnce(third, "other-amount");
    expect(await refundsOf(placed)).toMatchObject([{ amount: 7_000 }]);
  });

  it("is owed to us as far as it never came where its payout had gone already, and so is the rest that is taken back then", async () => {
    const placed = await place(running);
    await complete(running, placed);
    const caseId = await openedBy(placed, 6_000n);
    expect(await countOf(placed, "TransactionHoldRequested")).toBe(0);
    const before = await booksOf(placed);
    expect(before).not.toHaveProperty("receivable");
    await decideOnce(caseId, "other-amount");
    expect((await detailOf(running, placed)).status).toBe("COMPLETED");
    expect(await booksOf(placed)).toEqual({ gateway_float: 6_000, receivable: 4_000 });
    expect(await casesOf(placed)).toMatchObject([{ kind: "payment-reversed", amount: 4_000n }]);
    expect(await countOf(placed, "TransactionRefundRequested")).toBe(0);

    const handledBefore = await handled();
    for (const _twice of [1, 2]) await said.takenBack(running, placed, "6000");
    await eventually("both are handled", async () => (await handled()) === handledBefore + 2);
    expect(await booksOf(placed)).toEqual({ receivable: 10_000 });
    expect(await countOf(placed, "TransactionPaymentReversed")).toBe(2);
  });

  it("stands as it was counted where more came behind its payout: the rest is given back by hand", async () => {
    const placed = await place(running);
    await complete(running, placed);
    const caseId = await openedBy(placed, 12_000n);
    const before = await booksOf(placed);
    const no = "verdict-not-possible";
    expect(await decide(caseId, "other-amount")).toEqual([no, no, no]);
    const withdrawal = { ...by(), caseId, proposalId: await proposalOf(caseId) };
    expect(await running.request(WithdrawProposal, withdrawal)).toMatchObject({ kind: "replied" });
    await decideOnce(caseId, "came");
    expect(await booksOf(placed)).toEqual(before);
    expect(await kindsOf(placed)).toEqual([]);
  });

  it("is given back as it came where its refund had failed, and once only", async () => {
    const placed = await paidOrder();
    await said.payoutFailed(running, placed, "no-route");
    await eventually("a refund is ordered", async () => (await refundsOf(placed)).length === 1);
    const caseId = await openedBy(placed, 6_000n);
    const no = "verdict-not-possible";
    // Its refund may still be paid: payments says first what became of it.
    expect(await decide(caseId, "other-amount")).toEqual([no, no, no]);
    const refundId = (await refundsOf(placed))[0]?.id ?? newId<"RefundId">();
    await running.payments.publish(paymentsRefundFacts.RefundFailed, refundId, {
      refundId,
      transactionId: placed.transactionId,
      reason: "not-refundable",
      failedAt: clock.now(),
    });
    await eventually(
      "it failed",
      async () => (await countOf(placed, "TransactionRefundFailed")) === 1,
    );
    await approve(caseId);
    expect(await refundsOf(placed)).toMatchObject([{ amount: 10_000 }, { amount: 6_000 }]);
    expect(await booksOf(placed)).toEqual({ gateway_float: 6_000, user_payable: -6_000 });
    await settleRefund(placed, 6_000n);
    await reached(running, placed, "FAILED");
    expect(await booksOf(placed)).toEqual({});
    expect(await kindsOf(placed)).toEqual([]);
  });

  it("is asked about again behind a part that never came, and each part that never came is owed to us once", async () => {
    const placed = await place(running);
    await complete(running, placed);
    await decideOnce(await openedBy(placed, 6_000n), "other-amount");
    await shows(placed, 5_000n, 6_000n);
    expect(await kindsOf(placed)).toEqual(["payment-amount-differs", "payment-reversed"]);
    await decideOnce(await caseOf(placed, "payment-amount-differs"), "other-amount");
    expect(await booksOf(placed)).toEqual({ gateway_float: 5_000, receivable: 5_000 });
    // Whoever asks her payer for it reads all that he owes.
    expect(await casesOf(placed)).toMatchObject([{ kind: "payment-reversed", amount: 5_000n }]);

    const before = await handled();
    for (const _twice of [1, 2]) await said.takenBack(running, placed, "5000");
    await eventually("both are handled", async () => (await handled()) === before + 2);
    expect(await booksOf(placed)).toEqual({ receivable: 10_000 });
    expect(await casesOf(placed)).toMatchObject([{ kind: "payment-reversed", amount: 10_000n }]);
    const caseId = await caseOf(placed, "payment-reversed");
    const recovered = { kind: "recovered", providerReference: newId() } as const;
    expect(await propose(caseId, recovered)).toMatchObject({ kind: "replied" });
    await approve(caseId);
    expect(await booksOf(placed)).toEqual({ gateway_float: 10_000 });
    expect(await kindsOf(placed)).toEqual([]);
  });

  it("can still be denied whole behind a part that never came", async () => {
    const placed = await place(running);
    await complete(running, placed);
    await decideOnce(await openedBy(placed, 6_000n), "other-amount");
    await shows(placed, undefined, 6_000n);
    expect(await kindsOf(placed)).toEqual(["payment-denied", "payment-reversed"]);
    await decideOnce(await caseOf(placed, "payment-denied"), "never-came");
    expect(await booksOf(placed)).toEqual({ receivable: 10_000 });
  });

  it("is owed to us once where its provider had taken all of it back before it knew of the verdict", async () => {
    const placed = await place(running);
    await complete(running, placed);
    await decideOnce(await openedBy(placed, 6_000n), "other-amount");
    const before = await handled();
    await said.takenBack(running, placed, "10000");
    await eventually("it is handled", async () => (await handled()) === before + 1);
    expect(await booksOf(placed)).toEqual({ receivable: 10_000 });
  });

  it("is as much as two of the staff said, whatever its provider still says of the first amount", async () => {
    const placed = await paidOrder();
    const caseId = await openedBy(placed, 6_000n);
    await withhold(placed);
    await decideOnce(caseId, "other-amount");
    await settleRefund(placed, 6_000n);
    await reached(running, placed, "FAILED");
    // Said before payments knew of the verdict, and so of what had been counted at first.
    await shows(placed, 4_000n);
    const late = await caseOf(placed, "payment-amount-differs");
    expect(await casesOf(placed)).toMatchObject([{ amount: 6_000n }]);
    await decideOnce(late, "other-amount");
    expect(await booksOf(placed)).toEqual({ gateway_float: -2_000, receivable: 2_000 });
    expect((await verdictsOn(placed)).at(-1)).toMatchObject({
      money: { amountXof: 6_000n },
      verdict: { money: { amountXof: 4_000n } },
    });
  });

  it("is owed to its payer as far as it came where its refund comes back to us", async () => {
    const placed = await paidOrder();
    await said.payoutFailed(running, placed, "no-route");
    await eventually("a refund is ordered", async () => (await refundsOf(placed)).length === 1);
    await settleRefund(placed, 10_000n);
    await reached(running, placed, "FAILED");
    await decideOnce(await openedBy(placed, 6_000n), "other-amount");
    expect(await booksOf(placed)).toEqual({ gateway_float: -4_000, receivable: 4_000 });

    await refundComesBack(placed, 10_000n);
    expect(await booksOf(placed)).toEqual({ gateway_float: 6_000, user_payable: -6_000 });
    const back = await caseOf(placed, "refund-reversed");
    expect(await casesOf(placed)).toMatchObject([
      { kind: "payment-reversed" },
      { kind: "refund-reversed", amount: 6_000n },
    ]);
    const reference = { kind: "paid-by-hand", providerReference: newId() } as const;
    expect(await propose(back, reference)).toMatchObject({ kind: "replied" });
    await approve(back);
    expect(await booksOf(placed)).toEqual({});
    const ended = await caseOf(placed, "payment-reversed");
    expect(await propose(ended, { kind: "close" })).toMatchObject({ kind: "replied" });
    await approve(ended);
    expect(await kindsOf(placed)).toEqual([]);
    expect(await booksOf(placed)).toEqual({});
  });

  it("never came where its provider shows nothing under its name", async () => {
    const placed = await paidOrder();
    await shows(placed, 0n);
    await withhold(placed);
    expect(await kindsOf(placed)).toEqual(["payment-denied"]);
    await decideOnce(await caseOf(placed, "payment-denied"), "never-came");
    await reached(running, placed, "FAILED");
    expect(await booksOf(placed)).toEqual({});
  });
});
