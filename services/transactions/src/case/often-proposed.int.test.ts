import {
  ApproveVerdict,
  GetCase,
  GetMonitored,
  PayoutOutcomeUnknown,
  ProposeVerdict,
  WithdrawProposal,
} from "@sanu/contracts";
import { type AccountId, type CaseId, newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { type Placed, payoutOf, place, reached, said } from "../orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

const running = await startTransactions();
afterAll(() => running.stop());

const [ama, kofi]: readonly AccountId[] = [newId(), newId()];
if (ama === undefined || kofi === undefined) throw new Error("two people");
/** As many words as the API takes, in letters that are six bytes in JSON. */
const words = "\u0001".repeat(1_000);
const providerReference = "\u0001".repeat(100);
/** Two events each: more than a history shows, and more words than one message carries. */
const rounds = 350;

async function unknownPayout(): Promise<{ readonly placed: Placed; readonly caseId: CaseId }> {
  const placed = await place(running);
  await said.completed(running, placed);
  await reached(running, placed, "PROCESSING");
  const { payoutId } = await payoutOf(running, placed);
  const { transactionId } = placed;
  const since = running.clock.now();
  await running.payouts.publish(PayoutOutcomeUnknown, payoutId, { payoutId, transactionId, since });
  const text = "select case_id from cases where transaction_id = $1";
  const [found] = await eventually("the case is there", async () => {
    const rows = await running.rowsOf<{ case_id: CaseId }>(text, [transactionId]);
    return rows.length > 0 && rows;
  });
  if (found === undefined) throw new Error("no case");
  return { placed, caseId: found.case_id };
}

describe("a case in which one of the staff proposes and takes it back hundreds of times", () => {
  it("is read as ever, with what was said and done last", async () => {
    const { placed, caseId } = await unknownPayout();
    const [row] = await running.rowsOf<{ amount_sats: bigint }>(
      "select amount_sats from cases where case_id = $1",
      [caseId],
    );
    const money = { currency: "SATS", amountSats: `${row?.amount_sats}` } as const;
    const commandId = () => newId<"CommandId">();
    const propose = async (evidence: string) => {
      const proposed = { kind: "arrived", providerReference, money } as const;
      const said = { caseId, by: ama, proposed, evidence } as const;
      const done = await running.request(ProposeVerdict, { ...said, commandId: commandId() });
      if (done.kind !== "replied") throw new Error(JSON.stringify(done));
      return { caseId, proposalId: done.data.case.proposal?.id ?? "" };
    };
    for (let round = 0; round < rounds; round += 1) {
      const of = await propose(words);
      await running.request(WithdrawProposal, { ...of, by: ama, commandId: commandId() });
    }
    const last = await propose("it never left");
    const approval = { ...last, by: kofi, reason: "so it is", commandId: commandId() };
    expect(await running.request(ApproveVerdict, approval)).toMatchObject({ kind: "replied" });

    const shown = await running.request(GetCase, { caseId });
    if (shown.kind !== "replied") throw new Error(JSON.stringify(shown));
    const { evidence, history } = shown.data.case;
    expect(evidence.at(-1)).toMatchObject({ text: "it never left", decision_reason: "so it is" });
    expect(history.at(-1)).toMatchObject({ type: "CaseVerdictApproved" });
    const { transactionId } = placed;
    const story = await running.request(GetMonitored, { transactionId });
    if (story.kind !== "replied") throw new Error(JSON.stringify(story));
    expect(story.data.cases.at(-1)).toMatchObject({ type: "CaseVerdictApproved" });
  });
});
