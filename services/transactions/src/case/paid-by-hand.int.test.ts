import {
  ApproveVerdict,
  GetCase,
  ProposeVerdict,
  ProvideRefundInvoice,
  paymentsRefundFacts,
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

const openCaseOf = ({ transactionId }: Placed) =>
  eventually("its case is there", async () => {
    const text = "select * from cases where transaction_id = $1 and status <> 'closed'";
    const [row] = await rowsOf<CaseRow>(text, [transactionId]);
    return row?.case_id;
  });

async function payoutFails(placed: Placed): Promise<void> {
  await reached(running, placed, "PROCESSING");
  await said.payoutFailed(running, placed, "refused-by-receiver");
}

/** A purchase whose money could not be sent back to its payer. */
async function refundFailed(): Promise<Placed> {
  const placed = await place(running);
  const { transactionId } = placed;
  await said.completed(running, placed);
  await payoutFails(placed);
  const refundId = await eventually("a refund is ordered", async () => {
    return (await refundsOf(placed))[0]?.id;
  });
  await running.payments.publish(paymentsRefundFacts.RefundFailed, refundId, {
    refundId,
    transactionId,
    reason: "wallet-refused",
    failedAt: clock.now(),
  });
  await openCaseOf(placed);
  return placed;
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
async function saidByHand(placed: Placed, reference: string) {
  const caseId = await openCaseOf(placed);
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
    const placed = await refundFailed();
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
    const ofPayer = await refundFailed();
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

  it("is either said or sent, whoever is faster", async () => {
    const placed = await refundFailed();
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
