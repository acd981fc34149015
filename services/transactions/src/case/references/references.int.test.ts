import { ApproveVerdict, PayoutOutcomeUnknown, ProposeVerdict } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { payoutOf, place, reached, said } from "../../orders.fixture.ts";
import type { CaseRow } from "../../projections/cases/table.ts";
import { startTransactions } from "../../transactions.fixture.ts";

const running = await startTransactions({ env: { DATABASE_POOL_MAX: "1" } });
const replica = await running.startReplica();
const { clock, rowsOf } = running;

afterAll(async () => {
  await replica.stop();
  await running.stop();
});

/** A case about a payout of which nobody knows whether it arrived, and a proposal that it did, under this name. */
async function proposed(providerReference: string) {
  const placed = await place(running);
  const { transactionId } = placed;
  await said.completed(running, placed);
  await reached(running, placed, "PROCESSING");
  const { payoutId, amountSats } = await payoutOf(running, placed);
  const unknown = { payoutId, transactionId, since: clock.now() };
  await running.payouts.publish(PayoutOutcomeUnknown, payoutId, unknown);
  const caseId = await eventually("the case is there", async () => {
    const text = "select * from cases where transaction_id = $1";
    return (await rowsOf<CaseRow>(text, [transactionId]))[0]?.case_id;
  });
  const proposalId = newId<"CommandId">();
  const money = { currency: "SATS", amountSats } as const;
  const proposal = { kind: "arrived", providerReference, money } as const;
  const words = { proposed: proposal, evidence: "seen", by: newId<"AccountId">() };
  const result = await running.request(ProposeVerdict, { commandId: proposalId, caseId, ...words });
  expect(result).toMatchObject({ kind: "replied" });
  return { caseId, proposalId };
}

const approve = async (of: Awaited<ReturnType<typeof proposed>>) => {
  const by = newId<"AccountId">();
  const said = { commandId: newId<"CommandId">(), ...of, by, reason: "the same statement" };
  const result = await running.request(ApproveVerdict, said);
  return result.kind === "refused" ? result.refusal.code : result.kind;
};

describe("the name of money", () => {
  it("is one verdict's, however many of the staff approve another one with it at once, at two replicas of one connection each", async () => {
    const names = ["ref-1", "ref-2", "ref-3", "ref-4", "ref-5"];
    for (const name of names) {
      const three = [await proposed(name), await proposed(name), await proposed(name)];
      const codes = await Promise.all(three.map(approve));
      expect(codes.toSorted()).toEqual(["reference-in-use", "reference-in-use", "replied"]);
    }
  });

  it.each(["6e170c49-0058-8905-8972-a99bf556375d", "hand-6e170c49-0058-8905-8972-a99bf556375e"])(
    "may be a UUID in which digits stand like a number's: %s",
    async (name) => {
      expect(await approve(await proposed(name))).toBe("replied");
    },
  );
});
