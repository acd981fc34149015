import {
  ApproveVerdict,
  GetCase,
  ProposeVerdict,
  ProvideRefundInvoice,
  paymentsOutcomeFacts,
  paymentsRefundFacts,
  RefundReversed,
  ResolveReview,
  WithdrawProposal,
} from "@sanu/contracts";
import { type AccountId, instant, newId, type RefundId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { type Placed, place, reached, said } from "../orders.fixture.ts";
import type { CaseRow } from "../projections/cases/table.ts";
import { startTransactions } from "../transactions.fixture.ts";

/** From BOLT 11: made on 2017-06-01 at 10:57:38 UTC, good for an hour, for any amount. */
const invoice =
  "lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap2r09nt4ndd0unm3z9u5t48y6ucv4r5sg7lk98c77ctvjczkspk5qprc90gx";

/** The invoice is valid for longer. */
const proposalValidMs = 600_000;

const running = await startTransactions({
  env: { CASE_PROPOSAL_VALID_MS: String(proposalValidMs) },
});
// A moment at which the invoice is valid.
const begin = instant("2017-06-01T11:00:00.000000Z");
running.clock.set(begin);
const { clock, rowsOf } = running;
const ama: AccountId = newId();
const kofi: AccountId = newId();
for (const admin of [ama, kofi]) running.newcomers.set(admin, begin);

afterAll(() => running.stop());

const refundsOf = ({ transactionId }: Placed) =>
  rowsOf<{ id: RefundId }>(
    `select data->>'refundId' as id from events
     where stream_id = $1 and event_type = 'TransactionRefundRequested' order by version`,
    [transactionId],
  );

const openCaseOf = ({ transactionId }: Placed, kind?: string) =>
  eventually("its case is there", async () => {
    const text = `select * from cases where transaction_id = $1 and status <> 'closed'
      and ($2::text is null or kind = $2)`;
    const [row] = await rowsOf<CaseRow>(text, [transactionId, kind ?? null]);
    return row?.case_id;
  });

async function payoutFails(placed: Placed): Promise<void> {
  await reached(running, placed, "PROCESSING");
  await said.payoutFailed(running, placed, "refused-by-receiver");
}

/** A purchase whose money is on its way back to its payer. */
async function refundOrdered() {
  const placed = await place(running);
  await said.completed(running, placed);
  await payoutFails(placed);
  const refundId = await eventually("a refund is ordered", async () => {
    return (await refundsOf(placed))[0]?.id;
  });
  return { placed, refundId };
}

/** One whose money could not be sent back to him. */
async function refundFailed() {
  const ordered = await refundOrdered();
  const { placed, refundId } = ordered;
  const { transactionId } = placed;
  await running.payments.publish(paymentsRefundFacts.RefundFailed, refundId, {
    refundId,
    transactionId,
    reason: "wallet-refused",
    failedAt: clock.now(),
  });
  await openCaseOf(placed);
  return ordered;
}

/** One whose payer got 9 500 of his 10 000 XOF. */
async function refundShort() {
  const { placed, refundId } = await refundOrdered();
  const { transactionId } = placed;
  const money = { currency: "XOF", amountXof: "9500" } as const;
  const arrived = { refundId, transactionId, money, fee: null, settledAt: clock.now() };
  await running.payments.publish(paymentsRefundFacts.RefundSettled, refundId, arrived);
  await openCaseOf(placed, "refund-amount-differs");
  return { placed, refundId, money };
}

type CameBack = Awaited<ReturnType<typeof refundOrdered>> & {
  readonly money: { readonly currency: "XOF"; readonly amountXof: string };
};

/** And whose provider has it all the same: nothing of it is with him. */
async function cameBack({ placed, refundId, money }: CameBack) {
  const { transactionId } = placed;
  const back = { refundId, transactionId, money, reversedAt: clock.now() };
  await running.payments.publish(RefundReversed, refundId, back);
  await openCaseOf(placed, "refund-reversed");
}

/** A sale whose sats have nowhere to go back to. */
async function addressNeeded(): Promise<Placed> {
  const number = "+2290196000001";
  const placed = await place(running, { transactionType: "SELL_BITCOIN", receiver: number });
  const amountSats = placed.answer.transaction.amount_sats.replace(" SATS", "");
  await said.soldFor(running, placed, amountSats);
  await payoutFails(placed);
  await openCaseOf(placed);
  return placed;
}

/** Ama has given the money back by hand and says so; nobody has agreed yet. */
async function saidByHand(placed: Placed, reference: string, kind?: string) {
  const caseId = await openCaseOf(placed, kind);
  const proposalId = newId<"CommandId">();
  const result = await running.request(ProposeVerdict, {
    commandId: proposalId,
    caseId,
    by: ama,
    proposed: { kind: "paid-by-hand", providerReference: reference },
    evidence: "the receipt of the agency",
  });
  expect(result.kind).toBe("replied");
  return { caseId, proposalId };
}

type Word = Awaited<ReturnType<typeof saidByHand>>;

const agree = (word: Word) =>
  running.request(ApproveVerdict, {
    commandId: newId<"CommandId">(),
    ...word,
    by: kofi,
    reason: "seen",
  });

async function caseOf({ caseId }: Pick<Word, "caseId">) {
  const result = await running.request(GetCase, { caseId });
  return result.kind === "replied" ? result.data.case : result;
}

const kindsOpen = ({ transactionId }: Placed) =>
  rowsOf("select kind from cases where transaction_id = $1 and status <> 'closed'", [
    transactionId,
  ]);

/** Its provider shows again what it had taken back. */
const standsAgain = ({ transactionId, paymentId: subjectId }: Placed) =>
  running.payments.publish(paymentsOutcomeFacts.OutcomeContradicted, subjectId, {
    transactionId,
    leg: "payment",
    subjectId,
    attemptNumber: 1,
    found: "arrived",
    foundAt: clock.now(),
  });

/** Its payer's provider has given him the money that nobody could send. */
async function takenBack(placed: Placed) {
  await said.takenBack(running, placed);
  await openCaseOf(placed, "payment-reversed");
}

const resolve = ({ transactionId }: Placed, by: AccountId) =>
  running.request(ResolveReview, {
    commandId: newId<"CommandId">(),
    transactionId,
    resolvedBy: by,
    resolution: "refund",
    reason: "it is owed",
  });

const give = ({ transactionId, accountId }: Placed) =>
  running.request(ProvideRefundInvoice, {
    commandId: newId<"CommandId">(),
    transactionId,
    accountId,
    invoice,
  });

describe("money that somebody of the staff says was given back by hand", () => {
  it("is not sent by our rails as well by another one, before they agree or the word is taken back", async () => {
    const { placed } = await refundFailed();
    const said = await saidByHand(placed, "agency-1");
    expect(await resolve(placed, kofi)).toMatchObject({ refusal: { code: "proposal-pending" } });
    expect(await refundsOf(placed)).toHaveLength(1);

    const withdrawal = { commandId: newId<"CommandId">(), ...said, by: kofi };
    expect((await running.request(WithdrawProposal, withdrawal)).kind).toBe("replied");
    expect((await resolve(placed, kofi)).kind).toBe("replied");
    expect(await refundsOf(placed)).toHaveLength(2);
  });

  it("is not sent to an invoice that its seller gives meanwhile, and is hers once", async () => {
    const placed = await addressNeeded();
    const said = await saidByHand(placed, "agency-2");
    expect(await give(placed)).toMatchObject({ refusal: { code: "return-not-needed" } });
    const approval = { commandId: newId<"CommandId">(), ...said, by: kofi, reason: "seen" };
    expect(await running.request(ApproveVerdict, approval)).toMatchObject({ kind: "replied" });
    await reached(running, placed, "FAILED");
    expect(await give(placed)).toMatchObject({ refusal: { code: "return-not-needed" } });
    expect(await refundsOf(placed)).toEqual([]);
  });

  it("is not sent because nobody agreed in time: the word stands until it is withdrawn or said again", async () => {
    const placed = await addressNeeded();
    const said = await saidByHand(placed, "agency-4");
    const { placed: ofPayer } = await refundFailed();
    await saidByHand(ofPayer, "agency-5");
    clock.advanceMs(proposalValidMs);
    const approval = { commandId: newId<"CommandId">(), ...said, by: kofi, reason: "seen" };
    expect(await running.request(ApproveVerdict, approval)).toMatchObject({
      refusal: { code: "proposal-expired" },
    });
    expect(await running.request(GetCase, { caseId: said.caseId })).toMatchObject({
      data: {
        case: {
          status: "proposed",
          actions: ["paid-by-hand", "withdraw"],
          proposal: { id: said.proposalId, verdict: "paid-by-hand" },
        },
      },
    });
    expect(await give(placed)).toMatchObject({ refusal: { code: "return-not-needed" } });
    expect(await resolve(ofPayer, kofi)).toMatchObject({ refusal: { code: "proposal-pending" } });
    expect(await refundsOf(ofPayer)).toHaveLength(1);

    const again = await saidByHand(placed, "agency-4");
    const agreed = { commandId: newId<"CommandId">(), ...again, by: kofi, reason: "seen" };
    expect(await running.request(ApproveVerdict, agreed)).toMatchObject({ kind: "replied" });
    await reached(running, placed, "FAILED");
    expect(await refundsOf(placed)).toEqual([]);
  });

  it("is his whose provider took it back and shows it again behind the end of his order, once they agree", async () => {
    const placed = await place(running);
    await said.completed(running, placed);
    await reached(running, placed, "PROCESSING");
    await takenBack(placed);
    await said.payoutFailed(running, placed, "refused-by-receiver");
    await reached(running, placed, "FAILED");
    await standsAgain(placed);
    const word = await saidByHand(placed, "agency-31", "contradicting-facts");
    expect(await caseOf(word)).toMatchObject({ amount_xof: "10000 XOF" });
    expect(await agree(word)).toMatchObject({ kind: "replied" });
    expect(await caseOf(word)).toMatchObject({ status: "closed" });
    expect(await refundsOf(placed)).toEqual([]);
  });

  it("is his whose provider takes it back and shows it again while his payout is under way, once that has failed and they agree", async () => {
    const placed = await place(running);
    await said.completed(running, placed);
    await reached(running, placed, "PROCESSING");
    await takenBack(placed);
    await standsAgain(placed);
    const early = await openCaseOf(placed, "contradicting-facts");
    expect(await caseOf({ caseId: early })).toMatchObject({ amount_xof: null });
    await said.payoutFailed(running, placed, "refused-by-receiver");
    await reached(running, placed, "FAILED");
    const cases = await rowsOf<{ case_id: Word["caseId"] }>(
      `select case_id from cases where transaction_id = $1 and kind = 'contradicting-facts' and case_id <> $2`,
      [placed.transactionId, early],
    );
    const proposalId = newId<"CommandId">();
    const [{ case_id: caseId }] = cases as [(typeof cases)[0]];
    expect(await caseOf({ caseId })).toMatchObject({ amount_xof: "10000 XOF" });
    const proposed = { kind: "paid-by-hand", providerReference: "agency-32" } as const;
    const proposal = { commandId: proposalId, caseId, by: ama, proposed, evidence: "a receipt" };
    expect((await running.request(ProposeVerdict, proposal)).kind).toBe("replied");
    expect(await agree({ caseId, proposalId })).toMatchObject({ kind: "replied" });
    for (const one of [early, caseId]) {
      expect(await caseOf({ caseId: one })).toMatchObject({ status: "closed" });
    }
    expect(await refundsOf(placed)).toEqual([]);
  });

  it("is not sent as the rest of a refund that came back behind the word, and is owed no more once it is agreed", async () => {
    const short = await refundShort();
    const { placed } = short;
    const said = await saidByHand(placed, "agency-6");
    await cameBack(short);
    expect(await resolve(placed, kofi)).toMatchObject({ refusal: { code: "proposal-pending" } });
    expect(await refundsOf(placed)).toHaveLength(1);

    const whole = await saidByHand(placed, "agency-7", "refund-reversed");
    expect(await agree(whole)).toMatchObject({ refusal: { code: "verdict-not-possible" } });
    const withdrawal = { commandId: newId<"CommandId">(), ...whole, by: kofi };
    expect((await running.request(WithdrawProposal, withdrawal)).kind).toBe("replied");
    expect(await agree(said)).toMatchObject({ kind: "replied" });
    const kindsText =
      "select kind, status, amount_xof from cases where transaction_id = $1 order by 1, 2";
    expect(await rowsOf(kindsText, [placed.transactionId])).toEqual([
      { kind: "refund-amount-differs", status: "closed", amount_xof: 500n },
      { kind: "refund-reversed", status: "closed", amount_xof: 10_000n },
      { kind: "refund-reversed", status: "open", amount_xof: 9_500n },
    ]);
    expect((await resolve(placed, kofi)).kind).toBe("replied");
    const sent = `select data->'money'->>'amountXof' as sent from events
      where stream_id = $1 and event_type = 'TransactionRefundRequested' order by version`;
    expect(await rowsOf(sent, [placed.transactionId])).toEqual([
      { sent: "10000" },
      { sent: "9500" },
    ]);
  });

  it("is sent with all of a refund that came back where the word is withdrawn, and given by nobody after that", async () => {
    const short = await refundShort();
    const { placed } = short;
    const said = await saidByHand(placed, "agency-8");
    await cameBack(short);
    const withdrawal = { commandId: newId<"CommandId">(), ...said, by: kofi };
    expect((await running.request(WithdrawProposal, withdrawal)).kind).toBe("replied");
    expect((await resolve(placed, kofi)).kind).toBe("replied");
    expect(await refundsOf(placed)).toHaveLength(2);
    expect(await running.request(GetCase, { caseId: said.caseId })).toMatchObject({
      data: { case: { kind: "refund-amount-differs", status: "closed" } },
    });
  });

  it("is its payer's debt once they agree, where his provider took the receipt back meanwhile", async () => {
    const { placed } = await refundFailed();
    const word = await saidByHand(placed, "agency-9");
    await takenBack(placed);
    expect(await caseOf(word)).toMatchObject({
      status: "proposed",
      actions: ["approve", "withdraw"],
    });
    expect(await agree(word)).toMatchObject({ data: { case: { status: "closed" } } });
    const due =
      "select sum(receivable)::int as due from receivable_entries where transaction_id = $1";
    expect(await rowsOf(due, [placed.transactionId])).toEqual([{ due: 10_000 }]);
    expect(await kindsOpen(placed)).toEqual([{ kind: "payment-reversed" }]);
  });

  it("is nobody's question any more where the word is withdrawn behind that", async () => {
    const { placed } = await refundFailed();
    const word = await saidByHand(placed, "agency-10");
    await takenBack(placed);
    const withdrawal = { commandId: newId<"CommandId">(), ...word, by: kofi };
    expect((await running.request(WithdrawProposal, withdrawal)).kind).toBe("replied");
    expect(await caseOf(word)).toMatchObject({ status: "closed" });
    expect(await kindsOpen(placed)).toEqual([{ kind: "payment-reversed" }]);
  });

  it("is not sent again where its refund arrived behind the word, and came back", async () => {
    const failed = await refundFailed();
    const { placed, refundId } = failed;
    const word = await saidByHand(placed, "agency-11");
    const money = { currency: "XOF", amountXof: "10000" } as const;
    const { transactionId } = placed;
    const arrived = { refundId, transactionId, money, fee: null, settledAt: clock.now() };
    await running.payments.publish(paymentsRefundFacts.RefundSettled, refundId, arrived);
    await reached(running, placed, "FAILED");
    expect(await agree(word)).toMatchObject({ refusal: { code: "verdict-not-possible" } });
    clock.advanceMs(proposalValidMs);
    await cameBack({ ...failed, money });
    expect(await resolve(placed, kofi)).toMatchObject({ refusal: { code: "proposal-pending" } });
    const again = await saidByHand(placed, "agency-11", "refund-failed");
    expect(await agree(again)).toMatchObject({ data: { case: { status: "closed" } } });
    expect(await refundsOf(placed)).toHaveLength(1);
    expect(await kindsOpen(placed)).toEqual([]);
  });

  it("is either said or sent, whoever is faster", async () => {
    const { placed } = await refundFailed();
    const caseId = await openCaseOf(placed);
    const proposal = {
      commandId: newId<"CommandId">(),
      caseId,
      by: ama,
      proposed: { kind: "paid-by-hand", providerReference: "agency-3" },
      evidence: "the receipt of the agency",
    } as const;
    const [word, sent] = await Promise.all([
      running.request(ProposeVerdict, proposal),
      resolve(placed, kofi),
    ]);
    expect([word.kind, sent.kind].toSorted()).toEqual(["refused", "replied"]);
  });
});
