import {
  ApproveVerdict,
  GetCase,
  GetDestination,
  ListCases,
  PayoutFailed,
  PayoutOutcomeUnknown,
  ProposeVerdict,
  paymentsRefundFacts,
  type RequestInput,
  ResolveReview,
  VerdictApproved,
  WithdrawProposal,
} from "@sanu/contracts";
import {
  type AccountId,
  type CaseId,
  type EventId,
  newId,
  plusMs,
  type RefundId,
  type TransactionId,
} from "@sanu/kernel";
import { createGate, createLogger, createMetrics } from "@sanu/platform";
import { attributesOfFact, deliveredToReaction, eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { type Placed, payoutOf, place, reached, said } from "../orders.fixture.ts";
import { casesProjectionSet } from "../projections/cases/projection.ts";
import type { CaseRow } from "../projections/cases/table.ts";
import { openStores } from "../stores.ts";
import { startTransactions } from "../transactions.fixture.ts";
import { hashOfWords } from "./evidence/evidence.ts";
import { openCase } from "./open.ts";
import { caseAgesMaxHours } from "./watch/case-ages.ts";
import { createCaseWatch } from "./watch/case-watch.ts";

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

describe("an open order whose private rows a failover lost", () => {
  const askDestination = ({ transactionId }: Placed) =>
    running.request(GetDestination, { transactionId, leg: "payment" });

  it("is one case, however often its destination is asked for, and no guess is made", async () => {
    const placed = await place(running);
    expect(await askDestination(placed)).toMatchObject({ kind: "replied" });
    await rowsOf("delete from transaction_private where transaction_id = $1", [
      placed.transactionId,
    ]);
    for (const _twice of [1, 2]) {
      expect(await askDestination(placed)).toMatchObject({ refusal: { code: "not-found" } });
    }

    expect(await casesOf(placed)).toMatchObject([
      { kind: "private-rows-lost", status: "open", subject_kind: "transaction" },
    ]);
  });

  it("is none once the order has ended, when rows may be erased", async () => {
    const placed = await place(running);
    await said.failed(running, placed);
    await reached(running, placed, "FAILED");
    await rowsOf("delete from transaction_private where transaction_id = $1", [
      placed.transactionId,
    ]);

    expect(await askDestination(placed)).toMatchObject({ refusal: { code: "not-found" } });
    expect(await casesOf(placed)).toEqual([]);
  });
});

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

describe("the watch over cases", () => {
  const seriesOf = async () => {
    const metrics = createMetrics("transactions");
    const logger = createLogger({ service: "transactions", level: "silent" });
    const loop = createCaseWatch(caseAgesMaxHours, { database, logger, metrics });
    loop.start();
    await loop.whenIdle();
    await loop.stop();
    const { text } = await metrics.scrape();
    metrics.close();
    return text.split("\n").filter((line) => line.includes('kind="outcome-unknown"'));
  };

  it("says what is open for longer than its kind allows", async () => {
    const placed = await unknownPayout();
    const [found] = await casesOf(placed);
    const age = (hours: number) =>
      rowsOf("update cases set opened_at = now() - make_interval(hours => $2) where case_id = $1", [
        found?.case_id,
        hours,
      ]);
    await age(caseAgesMaxHours["outcome-unknown"] - 1);
    expect((await seriesOf()).join(" ")).toMatch(/sanu_cases_overdue\{[^}]*\} 0/);
    await age(caseAgesMaxHours["outcome-unknown"] + 1);
    const series = (await seriesOf()).join(" ");
    expect(series).toMatch(/sanu_cases_open\{[^}]*\} [1-9]/);
    expect(series).toMatch(/sanu_cases_overdue\{[^}]*\} [1-9]/);
    expect(series).toMatch(/sanu_case_oldest_seconds\{[^}]*\} 18\d{3}/);
    await rowsOf("update cases set opened_at = since where case_id = $1", [found?.case_id]);
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

describe("a verdict", () => {
  const [ama, kofi]: readonly AccountId[] = [newId(), newId()];
  if (ama === undefined || kofi === undefined) throw new Error("two people");
  const proposed = { kind: "never" } as const;
  const because = "read the same statement";
  const caseOf = async (placed: Placed) => {
    const [row] = await casesOf(placed);
    if (row === undefined) throw new Error("no case");
    return row.case_id;
  };
  const propose = (
    caseId: CaseRow["case_id"],
    changes: Partial<RequestInput<typeof ProposeVerdict>> = {},
  ) => {
    const evidence = "Awa of the provider says it never left";
    const said = { commandId: newId<"CommandId">(), caseId, by: ama, proposed, evidence };
    return running.request(ProposeVerdict, { ...said, ...changes });
  };
  const approve = (caseId: CaseRow["case_id"], proposalId: string, by: AccountId = kofi) =>
    running.request(ApproveVerdict, {
      commandId: newId<"CommandId">(),
      caseId,
      proposalId,
      by,
      reason: because,
    });
  const facts = (caseId: CaseRow["case_id"]) =>
    rowsOf<{ data: string }>(
      "select public_data as data from events where stream_id = $1 and public_type is not null",
      [caseId],
    );
  const proposalOf = (result: Awaited<ReturnType<typeof propose>>): string => {
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    return result.data.case.proposal?.id ?? "";
  };
  const codeOf = (result: Awaited<ReturnType<typeof propose | typeof approve>>) =>
    result.kind === "refused" ? result.refusal.code : result.kind;

  it("is one fact, whoever approves at once and however often, and never the word of one alone", async () => {
    const placed = await unknownPayout();
    const caseId = await caseOf(placed);
    const commandId = newId<"CommandId">();
    const [first, again] = [
      await propose(caseId, { commandId }),
      await propose(caseId, { commandId }),
    ];
    const proposalId = proposalOf(first);
    expect([proposalId, proposalOf(again)]).toEqual([commandId, commandId]);

    expect(codeOf(await approve(caseId, proposalId, ama))).toBe("own-proposal");
    expect(await facts(caseId)).toEqual([]);
    const others = [kofi, kofi, newId<"AccountId">(), newId<"AccountId">()];
    const results = await Promise.all(others.map((by) => approve(caseId, proposalId, by)));
    const codes = results.map(codeOf);
    expect(codes.filter((code) => code !== "replied" && code !== "case-decided")).toEqual([]);
    expect(codes).toContain("replied");

    const published = await facts(caseId);
    expect(published).toHaveLength(1);
    const { payoutId } = await payoutOf(running, placed);
    expect(VerdictApproved.schema.parse(JSON.parse(published[0]?.data ?? ""))).toMatchObject({
      leg: "payout",
      subjectId: payoutId,
      verdict: proposed,
      money: { currency: "SATS", amountSats: 16_339n },
    });
    const shown = await running.request(GetCase, { caseId });
    expect(shown).toMatchObject({
      data: {
        case: {
          status: "approved",
          actions: [],
          amount_satoshi: "16339 SATS",
          receiver_masked: expect.any(String),
          proposal: { id: proposalId, verdict: "never", proposed_by: ama },
          evidence: [
            {
              proposal_id: proposalId,
              text: "Awa of the provider says it never left",
              decision_reason: because,
            },
          ],
        },
      },
    });
    if (shown.kind !== "replied") throw new Error("not shown");
    expect(shown.data.case.history.map(({ type }) => type)).toEqual([
      "CaseOpened",
      "CaseVerdictProposed",
      "CaseVerdictApproved",
    ]);
    const history = JSON.stringify(shown.data.case.history);
    expect(history).toContain(hashOfWords(because));
    for (const words of ["Awa", because]) expect(history).not.toContain(words);
  });

  it("that was withdrawn or has expired is approved by nobody", async () => {
    const caseId = await caseOf(await unknownPayout());
    const withdrawn = proposalOf(await propose(caseId));
    const ofWithdrawn = { caseId, proposalId: withdrawn, by: kofi };
    for (const _twice of [1, 2]) {
      const command = { commandId: newId<"CommandId">(), ...ofWithdrawn };
      expect((await running.request(WithdrawProposal, command)).kind).toBe("replied");
    }
    expect(codeOf(await approve(caseId, withdrawn))).toBe("proposal-not-open");
    const expiring = proposalOf(await propose(caseId));
    expect(codeOf(await propose(caseId, { by: kofi }))).toBe("proposal-pending");
    clock.advanceMs(86_400_000);
    expect(codeOf(await approve(caseId, expiring))).toBe("proposal-expired");
    const shown = await running.request(GetCase, { caseId });
    expect(shown).toMatchObject({
      data: { case: { status: "open", actions: ["arrived", "never"], proposal: null } },
    });
    expect(codeOf(await propose(caseId, { by: kofi }))).toBe("replied");
  });

  it("is asked for before a review of an unknown outcome is closed", async () => {
    const placed = await unknownPayout();
    const { transactionId } = placed;
    const end = { transactionId, resolvedBy: kofi, reason: "no answer" } as const;
    const codes = {
      close: "outcome-unknown",
      refund: "nothing-to-refund",
      returned: "two-people-needed",
    };
    for (const resolution of ["close", "refund", "returned"] as const) {
      const commandId = newId<"CommandId">();
      expect(await running.request(ResolveReview, { ...end, commandId, resolution })).toMatchObject(
        { kind: "refused", refusal: { code: codes[resolution] } },
      );
    }
    expect(await casesOf(placed)).toMatchObject([{ status: "open" }]);
  });

  it("of a case that is none, or of money that was not sent, is refused", async () => {
    const caseId = await caseOf(await unknownPayout());
    const money = { currency: "SATS", amountSats: "1" } as const;
    const wrong = { kind: "arrived", providerReference: "r", money } as const;
    expect(codeOf(await propose(caseId, { proposed: wrong }))).toBe("verdict-amount-mismatch");
    expect(codeOf(await propose(caseId, { proposed: { kind: "close" } }))).toBe(
      "verdict-not-possible",
    );
    expect(codeOf(await propose(newId()))).toBe("not-found");
    expect(codeOf(await approve(newId(), newId()))).toBe("not-found");
  });

  it("of something that is no case is not found, though a log is kept under its id", async () => {
    const placed = await unknownPayout();
    const orderId = placed.transactionId as string as CaseId;
    expect(codeOf(await propose(orderId))).toBe("not-found");
    expect(codeOf(await approve(orderId, newId()))).toBe("not-found");
    const by = newId<"AccountId">();
    const named = { caseId: orderId, commandId: newId<"CommandId">(), proposalId: newId(), by };
    expect(codeOf(await running.request(WithdrawProposal, named))).toBe("not-found");
    const transactionId = (await caseOf(placed)) as string as TransactionId;
    const ending = { commandId: newId<"CommandId">(), resolution: "close", reason: "x" } as const;
    const ended = { ...ending, transactionId, resolvedBy: by };
    const refused = { kind: "refused", refusal: { code: "not-found" } };
    expect(await running.request(ResolveReview, ended)).toMatchObject(refused);
  });

  it("is found by age, kind, status and transaction, page by page", async () => {
    const all = { limit: 100, cursor: null, kind: null, status: null } as const;
    const list = async (changes: Partial<RequestInput<typeof ListCases>>) => {
      const result = await running.request(ListCases, {
        ...all,
        olderThanHours: null,
        transactionId: null,
        ...changes,
      });
      if (result.kind !== "replied") throw new Error(JSON.stringify(result));
      return result.data;
    };
    const placed = await unknownPayout();
    const { rows } = await list({});
    expect(rows.map(({ since }) => since)).toEqual(rows.map(({ since }) => since).toSorted());
    expect(rows.some(({ status }) => status === "closed")).toBe(false);

    const pages: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const page: Awaited<ReturnType<typeof list>> = await list({ limit: 2, cursor });
      pages.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor;
      if (cursor === null) break;
    }
    expect(pages).toEqual(rows.map(({ id }) => id));

    const { transactionId } = placed;
    expect((await list({ transactionId })).rows).toMatchObject([{ transaction_id: transactionId }]);
    expect((await list({ kind: "balance-difference" })).rows).toHaveLength(1);
    expect((await list({ transactionId, olderThanHours: 1 })).rows).toEqual([]);
    expect((await list({ status: "closed" })).rows).toMatchObject([{ actions: [] }]);
    expect((await list({ status: "approved" })).rows).toMatchObject([{ status: "approved" }]);
    expect(
      await running.request(ListCases, {
        ...all,
        olderThanHours: null,
        transactionId: null,
        cursor: "x",
      }),
    ).toMatchObject({
      kind: "refused",
      refusal: { code: "validation-failed", fields: { cursor: ["invalid"] } },
    });
  });

  it("names no phone number, and no money of another order or verdict", async () => {
    const [one, other] = [await unknownPayout(), await unknownPayout()];
    const caseId = await caseOf(one);
    const money = { currency: "SATS", amountSats: "16339" } as const;
    const of = (providerReference: string) =>
      ({ proposed: { kind: "arrived", providerReference, money } }) as const;
    for (const number of [
      "+229 01 96 00 00 01",
      "00229-0196000001",
      "2290196000001",
      "given to +229 01 96 00 00 01, seen by Ama",
      "OM: 2290196000001",
      "6e170c49-0058-8905-8972-a99bf556375d of 2290196000001",
    ]) {
      expect(codeOf(await propose(caseId, of(number)))).toBe("reference-is-number");
    }
    const [paid] = await rowsOf<{ receipt: string }>(
      "select data->>'receiptId' as receipt from events where stream_id = $1 and event_type = 'TransactionPaid'",
      [other.transactionId],
    );
    const inUse = "reference-in-use";
    expect(codeOf(await propose(caseId, of(paid?.receipt ?? "")))).toBe(inUse);
    const bookedWith = [one.transactionId, other.transactionId];
    expect(codeOf(await propose(caseId, { ...of("ref-7"), bookedWith }))).toBe(inUse);

    const first = proposalOf(
      await propose(caseId, { ...of("ref-7"), bookedWith: [one.transactionId] }),
    );
    const second = proposalOf(await propose(await caseOf(other), of("ref-7")));
    expect(codeOf(await approve(caseId, first))).toBe("replied");
    expect(codeOf(await approve(caseId, first))).toBe("replied");
    expect(codeOf(await approve(await caseOf(other), second))).toBe(inUse);
    expect(codeOf(await propose(await caseOf(await unknownPayout()), of("ref-7")))).toBe(inUse);
  });

  it("that a debt was paid by hand takes two, ends it in one commit, and is said once", async () => {
    const placed = await place(running);
    await said.completed(running, placed);
    await reached(running, placed, "PROCESSING");
    const { payoutId } = await payoutOf(running, placed);
    const { transactionId } = placed;
    const failedAt = clock.now();
    const lost = { payoutId, transactionId, reason: "no-route", failedAt } as const;
    await running.payouts.publish(PayoutFailed, payoutId, lost);
    const refunds = `select data->>'refundId' as id from events
      where stream_id = $1 and event_type = 'TransactionRefundRequested'`;
    await eventually("a refund is ordered", async () => {
      return (await rowsOf(refunds, [transactionId])).length > 0;
    });
    const [refund] = await rowsOf<{ id: RefundId }>(refunds, [transactionId]);
    if (refund === undefined) throw new Error("no refund");
    const refused = { refundId: refund.id, transactionId, reason: "wallet-refused" } as const;
    await running.payments.publish(paymentsRefundFacts.RefundFailed, refund.id, {
      ...refused,
      failedAt,
    });
    await eventually("the case is there", async () => (await casesOf(placed)).length > 0);
    const caseId = await caseOf(placed);
    const shown = await running.request(GetCase, { caseId });
    expect(shown).toMatchObject({
      data: { case: { kind: "refund-failed", actions: ["paid-by-hand", "resolve"] } },
    });
    const byHand = { kind: "paid-by-hand", providerReference: "hand-1" } as const;
    const proposalId = proposalOf(await propose(caseId, { proposed: byHand }));
    expect(codeOf(await approve(caseId, proposalId, ama))).toBe("own-proposal");
    const results = await Promise.all([1, 2, 3].map(() => approve(caseId, proposalId)));
    expect(results.map(codeOf)).toEqual(["replied", "replied", "replied"]);
    expect(await facts(caseId)).toEqual([]);

    await reached(running, placed, "FAILED");
    const types = "select event_type as type from events where stream_id = $1 order by version";
    expect((await rowsOf<{ type: string }>(types, [transactionId])).slice(-3)).toEqual([
      { type: "TransactionRefundSettled" },
      { type: "TransactionFailed" },
      { type: "TransactionReviewResolved" },
    ]);
    expect(await rowsOf(types, [caseId])).toEqual([
      { type: "CaseOpened" },
      { type: "CaseVerdictProposed" },
      { type: "CaseVerdictApproved" },
      { type: "CaseClosed" },
    ]);
    const due = `select coalesce(sum(user_payable), 0)::int as payable, coalesce(sum(gateway_float), 0)::int as float
      from book_entries where transaction_id = $1 and currency = 'XOF'`;
    expect(await rowsOf(due, [transactionId])).toEqual([{ payable: 0, float: 0 }]);
  });

  it("is void for good when who proposed it is no admin any more, and makes room for another", async () => {
    const caseId = await caseOf(await unknownPayout());
    const [by, stranger] = [newId<"AccountId">(), newId<"AccountId">()];
    const proposalId = proposalOf(await propose(caseId, { by }));
    running.dismissed.add(stranger);
    expect(codeOf(await approve(caseId, proposalId, stranger))).toBe("forbidden");
    running.dismissed.add(by);
    const codes = await Promise.all([1, 2].map(() => approve(caseId, proposalId)));
    expect(codes.map(codeOf)).toContain("proposal-void");
    running.dismissed.delete(by);
    expect(codeOf(await approve(caseId, proposalId))).toBe("proposal-not-open");
    expect(await facts(caseId)).toEqual([]);
    expect(codeOf(await approve(caseId, proposalOf(await propose(caseId))))).toBe("replied");
  });

  it("is not approved by who was made an admin behind it, before a day is over", async () => {
    const caseId = await caseOf(await unknownPayout());
    const newcomer = newId<"AccountId">();
    const proposalId = proposalOf(await propose(caseId));
    running.newcomers.set(newcomer, plusMs(clock.now(), 1));
    expect(codeOf(await approve(caseId, proposalId, newcomer))).toBe("approver-too-new");
    expect(await facts(caseId)).toEqual([]);
    expect(codeOf(await approve(caseId, proposalId))).toBe("replied");
    // Nothing is asked again of who said the same before.
    running.dismissed.add(ama);
    expect(codeOf(await approve(caseId, proposalId))).toBe("replied");
    running.dismissed.delete(ama);
  });
});

describe("a case of one's own order", () => {
  it("is nobody's to decide who ordered, nor to resolve", async () => {
    const placed = await unknownPayout();
    const [found] = await casesOf(placed);
    if (found === undefined) throw new Error("no case");
    const { accountId: by, transactionId } = placed;
    const ownAccount = { kind: "refused", refusal: { code: "own-account" } };
    const commandId = newId<"CommandId">();
    const of = { caseId: found.case_id, by, commandId };
    const words = { proposed: { kind: "never" }, evidence: "seen" } as const;
    expect(await running.request(ProposeVerdict, { ...of, ...words })).toEqual(ownAccount);
    const proposed = { ...of, ...words, by: newId<"AccountId">() };
    await running.request(ProposeVerdict, proposed);
    const named = { commandId: newId<"CommandId">(), proposalId: commandId };
    const approval = { ...of, ...named, reason: "mine" };
    expect(await running.request(ApproveVerdict, approval)).toEqual(ownAccount);
    const resolution = {
      transactionId,
      resolvedBy: by,
      resolution: "close",
      reason: "mine",
    } as const;
    expect(await running.request(ResolveReview, { ...resolution, commandId })).toEqual(ownAccount);
  });
});
