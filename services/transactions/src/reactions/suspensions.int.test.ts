import {
  AccountSuspended,
  AccountSuspensionLifted,
  ApproveVerdict,
  CreateTransaction,
  FindProgress,
  GetPaymentPage,
  PayoutWithheld,
  ProposeVerdict,
} from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { detailOf, order, type Placed, payoutOf, place, reached, said } from "../orders.fixture.ts";
import type { CaseRow } from "../projections/cases/table.ts";
import { startTransactions } from "../transactions.fixture.ts";

const running = await startTransactions();
const { clock, rowsOf } = running;
afterAll(() => running.stop());

const isSuspended = async (accountId: AccountId) => {
  const text = "select is_suspended from suspended_accounts where account_id = $1";
  return (await rowsOf<{ is_suspended: boolean }>(text, [accountId]))[0]?.is_suspended;
};
const handled = async () => (await rowsOf("select 1 from handled")).length;
/** Everything twice, and handled. */
const suspend = async (accountId: AccountId) => {
  const before = await handled();
  for (const _twice of [1, 2]) {
    await running.identity.publish(AccountSuspended, accountId, {
      accountId,
      suspendedAt: clock.now(),
    });
  }
  await eventually("both are handled", async () => (await handled()) >= before + 2);
};
const lift = async (accountId: AccountId) => {
  const liftedAt = clock.now();
  for (const _twice of [1, 2]) {
    await running.identity.publish(AccountSuspensionLifted, accountId, { accountId, liftedAt });
  }
  await eventually("it is lifted", async () => !(await isSuspended(accountId)));
};
const typesOf = async ({ transactionId }: Placed) => {
  const text = "select event_type as type from events where stream_id = $1 order by version";
  const rows = await rowsOf<{ type: string }>(text, [transactionId]);
  return rows.map(({ type }) => type);
};
const happened = (placed: Placed, type: string, times = 1) =>
  eventually(`${type} happened`, async () => {
    return (await typesOf(placed)).filter((each) => each === type).length === times;
  });
const casesOf = ({ transactionId }: Placed) =>
  rowsOf<CaseRow>("select * from cases where transaction_id = $1 order by opened_at, case_id", [
    transactionId,
  ]);
const withhold = async (placed: Placed) => {
  const { payoutId } = await payoutOf(running, placed);
  const { transactionId } = placed;
  const withheldAt = clock.now();
  for (const _twice of [1, 2]) {
    await running.payouts.publish(PayoutWithheld, payoutId, {
      payoutId,
      transactionId,
      withheldAt,
    });
  }
  await happened(placed, "TransactionPayoutHeld");
  return payoutId;
};
const decide = async (caseId: CaseRow["case_id"], kind: "release" | "refund") => {
  const by = () => ({ commandId: newId<"CommandId">(), caseId, by: newId<"AccountId">() });
  const evidence = "the papers are in order";
  const proposed = await running.request(ProposeVerdict, { ...by(), proposed: { kind }, evidence });
  if (proposed.kind !== "replied") throw new Error(JSON.stringify(proposed));
  const proposalId = proposed.data.case.proposal?.id ?? "";
  const approvals = [by(), by(), by()].map((one) =>
    running.request(ApproveVerdict, { ...one, proposalId, reason: "the same" }),
  );
  return (await Promise.all(approvals)).filter((one) => one.kind === "replied").length;
};
const placeAndSuspend = async () => {
  const placed = await place(running);
  await suspend(placed.accountId);
  return placed;
};

describe("an account that is suspended", () => {
  it("holds what is paid behind that, asks nobody for more, and shows PROCESSING", async () => {
    const placed = await placeAndSuspend();
    await happened(placed, "TransactionCancelRequested");
    for (const _twice of [1, 2]) await said.completed(running, placed);
    const { progress } = await reached(running, placed, "PROCESSING");
    expect(progress).toMatchObject({ payment_status: "COMPLETED", payout_status: "PROCESSING" });
    expect((await typesOf(placed)).slice(1)).toEqual([
      "TransactionCancelRequested",
      "TransactionPayoutHeld",
    ]);
    expect(await casesOf(placed)).toMatchObject([
      { kind: "account-held", status: "open", amount_xof: 10_000n, subject_kind: "transaction" },
    ]);
  });

  it("orders nothing, until the suspension is lifted", async () => {
    const { accountId } = await placeAndSuspend();
    expect(await running.request(CreateTransaction, order({ accountId }))).toMatchObject({
      kind: "refused",
      refusal: { code: "account-suspended" },
    });
    await lift(accountId);
    await place(running, { accountId });
  });

  it("has its payout asked back once, and held where nobody was asked to send it", async () => {
    const placed = await place(running);
    await said.completed(running, placed);
    await happened(placed, "TransactionPaid");
    await suspend(placed.accountId);
    await happened(placed, "TransactionHoldRequested");
    await withhold(placed);
    expect((await detailOf(running, placed)).status).toBe("PROCESSING");
    expect((await typesOf(placed)).slice(1)).toEqual([
      "TransactionPaid",
      "TransactionHoldRequested",
      "TransactionPayoutHeld",
    ]);
    expect(await casesOf(placed)).toHaveLength(1);
  });

  it("keeps what was sent before", async () => {
    const placed = await place(running);
    await said.completed(running, placed);
    await happened(placed, "TransactionPaid");
    await suspend(placed.accountId);
    await said.settled(running, placed);
    await reached(running, placed, "COMPLETED");
    expect(await casesOf(placed)).toEqual([]);
  });

  it("either lets a payout begin and asks it back, or holds it, when both come at once", async () => {
    const placed = await Promise.all(Array.from({ length: 8 }, () => place(running)));
    await Promise.all(
      placed.flatMap((one) => [said.completed(running, one), suspend(one.accountId)]),
    );
    for (const one of placed) {
      const ends = ["TransactionHoldRequested", "TransactionPayoutHeld"];
      await eventually("it is held or asked back", async () => {
        return (await typesOf(one)).some((type) => ends.includes(type));
      });
    }
  });
});

describe("what is held", () => {
  it("moves by nobody's word alone, and not by the end of the suspension", async () => {
    const placed = await placeAndSuspend();
    await said.completed(running, placed);
    await happened(placed, "TransactionPayoutHeld");
    await lift(placed.accountId);
    expect(await typesOf(placed)).not.toContain("TransactionPaid");
    const [held] = await casesOf(placed);
    const by = newId<"AccountId">();
    const words = { caseId: held?.case_id ?? newId(), by, evidence: "seen" };
    const proposed = { kind: "release" } as const;
    const said1 = { commandId: newId<"CommandId">(), ...words, proposed };
    expect((await running.request(ProposeVerdict, said1)).kind).toBe("replied");
    const own = {
      commandId: newId<"CommandId">(),
      ...words,
      proposalId: said1.commandId,
      reason: "mine",
    };
    expect(await running.request(ApproveVerdict, own)).toMatchObject({
      refusal: { code: "own-proposal" },
    });
    expect(await typesOf(placed)).not.toContain("TransactionPaid");
  });

  it("goes on under one payout of its own when two release it, and is a case again when held again", async () => {
    const placed = await place(running);
    await said.completed(running, placed);
    await happened(placed, "TransactionPaid");
    const first = await withhold(placed);
    const [held] = await casesOf(placed);
    expect(await decide(held?.case_id ?? newId(), "release")).toBe(1);
    expect((await typesOf(placed)).slice(1)).toEqual([
      "TransactionPaid",
      "TransactionPayoutHeld",
      "TransactionPaid",
    ]);
    const payouts = await rowsOf<{ id: string }>(
      `select public_data::json->>'payoutId' as id from events
       where stream_id = $1 and event_type = 'TransactionPaid' order by version`,
      [placed.transactionId],
    );
    expect(new Set(payouts.map(({ id }) => id)).size).toBe(2);
    expect(payouts[0]?.id).toBe(first);
    expect(await casesOf(placed)).toMatchObject([{ status: "closed", proposed: "release" }]);
    await suspend(placed.accountId);
    await happened(placed, "TransactionHoldRequested");
  });

  it("is said on its page to be checked, and to go back once two refund it", async () => {
    const placed = await placeAndSuspend();
    const token = placed.answer.transaction.payment_url.split("/").at(-1) ?? "";
    const pageOf = async () => {
      const page = await running.request(GetPaymentPage, { token });
      const followed = await running.request(FindProgress, { of: { kind: "page", token } });
      if (page.kind !== "replied" || followed.kind !== "replied") throw new Error("no page");
      const {
        status,
        is_being_checked: isBeingChecked,
        is_going_back: isGoingBack,
      } = page.data.page;
      const { progress } = followed.data;
      expect(progress).toMatchObject({ status, isBeingChecked, isGoingBack });
      return { isBeingChecked, isGoingBack };
    };
    expect(await pageOf()).toEqual({ isBeingChecked: false, isGoingBack: false });
    await said.completed(running, placed);
    await happened(placed, "TransactionPayoutHeld");
    expect(await pageOf()).toEqual({ isBeingChecked: true, isGoingBack: false });
    const [held] = await casesOf(placed);
    await decide(held?.case_id ?? newId(), "refund");
    expect(await pageOf()).toEqual({ isBeingChecked: false, isGoingBack: true });
  });

  it("goes back when two refund it, and the order fails once it is there", async () => {
    const placed = await placeAndSuspend();
    await said.completed(running, placed);
    await happened(placed, "TransactionPayoutHeld");
    const [held] = await casesOf(placed);
    expect(await decide(held?.case_id ?? newId(), "refund")).toBe(1);
    expect((await typesOf(placed)).at(-1)).toBe("TransactionRefundRequested");
    expect(await casesOf(placed)).toMatchObject([{ status: "closed", proposed: "refund" }]);
  });
});
