import { PayoutOutcomeUnknown } from "@sanu/contracts";
import { type EventId, newId } from "@sanu/kernel";
import { createGate } from "@sanu/platform";
import { attributesOfFact, deliveredToReaction, eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { type Placed, payoutOf, place, reached, said } from "../orders.fixture.ts";
import { casesProjectionSet } from "../projections/cases/projection.ts";
import type { CaseRow } from "../projections/cases/table.ts";
import { openStores } from "../stores.ts";
import { startTransactions } from "../transactions.fixture.ts";
import { openCase } from "./open.ts";

const running = await startTransactions();
const { clock, database, rowsOf } = running;

afterAll(() => running.stop());

const casesOf = ({ transactionId }: Placed) =>
  rowsOf<CaseRow>("select * from cases where transaction_id = $1 order by since", [transactionId]);

/** Pays an order and lets its payout be unknown. */
async function unknownPayout(): Promise<Placed> {
  const placed = await place(running);
  await said.completed(running, placed);
  await reached(running, placed, "PROCESSING");
  const { payoutId } = await payoutOf(running, placed);
  const { transactionId } = placed;
  const since = clock.now();
  for (const _twice of [1, 2]) {
    await running.payouts.publish(PayoutOutcomeUnknown, payoutId, {
      payoutId,
      transactionId,
      since,
    });
  }
  await eventually("the case is there", async () => (await casesOf(placed)).length > 0);
  return placed;
}

describe("the case of a review", () => {
  it("commits with it, once, and closes in the commit that answers it", async () => {
    const placed = await unknownPayout();
    const [found] = await casesOf(placed);
    expect(found).toMatchObject({
      kind: "outcome-unknown",
      status: "open",
      subject_kind: "payout",
      amount_sats: 16_339n,
      closed_at: null,
    });
    const together = `select event_type as type from events
      where transaction_id = (select transaction_id from events where stream_id = $1 and version = 1)
      order by position`;
    expect(await rowsOf(together, [found?.case_id])).toEqual([
      { type: "TransactionReviewRequested" },
      { type: "CaseOpened" },
    ]);

    await said.settled(running, placed);
    await reached(running, placed, "COMPLETED");
    expect(await casesOf(placed)).toEqual([
      { ...found, status: "closed", closed_at: expect.any(String) },
    ]);
    const log = "select event_type as type from events where stream_id = $1 order by version";
    expect(await rowsOf(log, [found?.case_id])).toEqual([
      { type: "CaseOpened" },
      { type: "CaseClosed" },
    ]);
    expect(await casesProjectionSet.verify({ database })).toMatchObject([{ differencesCount: 0 }]);
  });
});

describe("the case of a finding", () => {
  it("is one, whichever facts tell it, at once or later", async () => {
    const { cases } = openStores({
      database,
      gate: createGate(),
      afterPublicCommit: () => undefined,
    });
    const since = clock.now();
    const finding = {
      kind: "balance-difference",
      subject: { kind: "rail-account", id: "payouts/sandbox" },
      transactionId: null,
      money: null,
      since,
      key: "2026-11-22",
    } as const;
    const deliver = () => {
      const attributes = attributesOfFact(PayoutOutcomeUnknown, {
        id: newId<string>() as EventId,
        time: since,
      });
      return openCase({ cases, clock }, finding, deliveredToReaction("a-reaction", attributes));
    };
    const results = [...(await Promise.all([deliver(), deliver(), deliver()])), await deliver()];
    expect(results.map(({ kind }) => kind).toSorted()).toEqual([
      "accepted",
      "nothing-new",
      "nothing-new",
      "nothing-new",
    ]);
    const rows = "select kind, status from cases where subject_id = $1";
    expect(await rowsOf(rows, ["payouts/sandbox"])).toEqual([
      { kind: "balance-difference", status: "open" },
    ]);
  });
});
