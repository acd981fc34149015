import {
  type FactDefinition,
  type FactInput,
  jsonText,
  PaymentCompleted,
  PaymentDiscrepancyFound,
  PaymentFailed,
  PaymentInitiated,
  PaymentOutcomeUnknown,
  PayoutFailed,
  PayoutOutcomeUnknown,
  PayoutSettled,
  paymentsOutcomeFacts,
  paymentsRefundFacts,
  paymentsVerdictFacts,
  payoutsOutcomeFacts,
  payoutsRefundFacts,
  payoutsVerdictFacts,
  reactionGroups,
} from "@sanu/contracts";
import {
  basisPoints,
  type EventId,
  fold,
  type Instant,
  newId,
  type PaymentId,
  type PayoutId,
  type TransactionId,
} from "@sanu/kernel";
import { createGate, type ReactionResult } from "@sanu/platform";
import { attributesOfFact, deliveredToReaction, randomFrom, testSeed } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { businessCalendar } from "../calendar/business-calendar.ts";
import { type Placed, place } from "../orders.fixture.ts";
import { projectionSet, projections } from "../projections/projections.ts";
import { openStores } from "../stores.ts";
import { transaction } from "../transaction/decide.ts";
import { publicStatuses, type Transaction } from "../transaction/state.ts";
import { startTransactions } from "../transactions.fixture.ts";
import { reactionsOf } from "./reactions.ts";
import { UnknownSubjectError } from "./transaction-reaction.ts";

type Fact = { readonly definition: FactDefinition; readonly data: unknown };

function fact<Definition extends FactDefinition>(
  definition: Definition,
  data: FactInput<Definition>,
): Fact {
  return { definition, data };
}

/** What payments and payouts say behind a verdict of the staff. */
function contradictionsOf(
  of: {
    readonly transactionId: TransactionId;
    readonly paymentId: PaymentId;
    readonly payoutId: PayoutId;
    readonly amountXof: string;
  },
  at: Instant,
): Record<"contradicted" | "lateContradicted" | "payoutFlips" | "refundFlips", Fact> {
  const verdict = { transactionId: of.transactionId, found: "arrived", foundAt: at } as const;
  const flips = { ...verdict, attemptNumber: 1 } as const;
  return {
    payoutFlips: fact(payoutsOutcomeFacts.OutcomeContradicted, {
      ...flips,
      leg: "payout",
      subjectId: of.payoutId,
    }),
    refundFlips: fact(paymentsOutcomeFacts.OutcomeContradicted, {
      ...flips,
      leg: "refund",
      subjectId: newId<"RefundId">(),
    }),
    contradicted: fact(payoutsVerdictFacts.VerdictContradicted, {
      ...verdict,
      caseId: newId<"CaseId">(),
      leg: "payout",
      subjectId: of.payoutId,
      receipt: null,
    }),
    lateContradicted: fact(paymentsVerdictFacts.VerdictContradicted, {
      ...verdict,
      caseId: newId<"CaseId">(),
      leg: "payment",
      subjectId: of.paymentId,
      receipt: {
        receiptId: "receipt-of-nobody",
        money: { currency: "XOF", amountXof: of.amountXof },
      },
    }),
  };
}

const running = await startTransactions({ monthlyLimitsXof: [10_000_000n] });
const { database, clock } = running;
const { store, customers, cases, standingOrders } = openStores({
  database,
  gate: createGate(),
  afterPublicCommit: () => undefined,
});
const groups = reactionsOf({
  store,
  customers,
  standingOrders,
  cases,
  clock,
  database,
  ...businessCalendar("Africa/Porto-Novo"),
  // A neighbour of the fixture answers for payments.
  request: (definition, input) => running.request(definition, input),
  pageUrlOf: (token) => `https://sanu.example/pay/${token}`,
  announce: () => undefined,
  waiters: { findPlaced: () => undefined, respond: () => undefined },
  floats: {
    expectChange: () => undefined,
    staleAfterMs: () => 3_600_000,
    feeShare: basisPoints(100n),
    breaker: { windowMs: 300_000 },
  },
  persons: { nameOf: (text) => text },
  sealing: { seal: () => Promise.reject(new Error("No fact here erases anybody")) },
  closedMarks: { disbursement: 0n, lightning: 0n, onchain: 0n },
});
const reactions = groups.flatMap((group) => group.reactions);

afterAll(() => running.stop());

describe("the reactions of transactions", () => {
  /** Delivers a fact as its group does; a result that wrote nothing is marked by the group itself. */
  const deliver = async ({ definition, data }: Fact, factId: EventId): Promise<ReactionResult> => {
    const body: unknown = JSON.parse(jsonText(data));
    // Payments and payouts publish refunds under the same names: the type says which of the two it was.
    const [read] = reactions.flatMap((one) => one.read(definition.type, body) ?? []);
    if (read === undefined) throw new Error(`Nobody reads ${definition.type}`);
    const attributes = attributesOfFact(definition, { id: factId, time: running.clock.now() });
    return read.react(deliveredToReaction(read.reaction, attributes));
  };

  const stateOf = async ({ transactionId }: Placed) => {
    const { events } = await store.load(transactionId);
    return { events, state: fold(transaction, events) };
  };

  /** Every fact that a neighbour can tell about an order. */
  const factsAbout = async (placed: Placed): Promise<Record<string, Fact>> => {
    const { transactionId, paymentId } = placed;
    const { state } = await stateOf(placed);
    const at = running.clock.now();
    const payout = "payout" in state && state.payout !== undefined ? state.payout : undefined;
    const ofPayment = { paymentId, transactionId };
    const ofPayout = { payoutId: payout?.payoutId ?? newId<"PayoutId">(), transactionId };
    const amountXof = `${placed.answer.transaction.amount}`;
    const amountSats = placed.answer.transaction.amount_sats.replace(" SATS", "");
    const [refund] = "refunds" in state ? state.refunds : [];
    const refundId = refund?.refundIds.at(-1) ?? newId<"RefundId">();
    const ofRefund = { refundId, transactionId };
    const found = (discrepancy: "late" | "duplicate" | "amount-mismatch") =>
      fact(PaymentDiscrepancyFound, {
        ...ofPayment,
        discrepancy,
        received: { currency: "XOF", amountXof: "7" },
        receiptId: `receipt-${discrepancy}`,
        foundAt: at,
      });
    const [ofXof, ofSats] = [paymentsRefundFacts, payoutsRefundFacts];
    const settledRefund = { ...ofRefund, settledAt: at };
    const failedRefund = { ...ofRefund, failedAt: at };
    return {
      initiated: fact(PaymentInitiated, { ...ofPayment, channel: "MTN_OPEN", initiatedAt: at }),
      completed: fact(PaymentCompleted, {
        ...ofPayment,
        received: { currency: "XOF", amountXof },
        receiptId: "receipt",
        completedAt: at,
      }),
      failed: fact(PaymentFailed, { ...ofPayment, reason: "declined", failedAt: at }),
      late: found("late"),
      duplicate: found("duplicate"),
      mismatch: found("amount-mismatch"),
      settled: fact(PayoutSettled, {
        ...ofPayout,
        sent: { currency: "SATS", amountSats },
        fee: { currency: "SATS", amountSats: "1" },
        settledAt: at,
      }),
      payoutFailed: fact(PayoutFailed, { ...ofPayout, reason: "no-route", failedAt: at }),
      paymentUnknown: fact(PaymentOutcomeUnknown, { ...ofPayment, since: at }),
      payoutUnknown: fact(PayoutOutcomeUnknown, { ...ofPayout, since: at }),
      refundSettled: fact(ofXof.RefundSettled, {
        ...settledRefund,
        money: { currency: "XOF", amountXof },
        fee: null,
      }),
      refundFailed: fact(ofXof.RefundFailed, { ...failedRefund, reason: "wallet-refused" }),
      refundUnknown: fact(ofXof.RefundOutcomeUnknown, { ...ofRefund, since: at }),
      ...contradictionsOf({ transactionId, paymentId, payoutId: ofPayout.payoutId, amountXof }, at),
      satsRefundSettled: fact(ofSats.RefundSettled, {
        ...settledRefund,
        money: { currency: "SATS", amountSats },
        fee: { currency: "SATS", amountSats: "1" },
      }),
      satsRefundFailed: fact(ofSats.RefundFailed, { ...failedRefund, reason: "no-route" }),
      satsRefundUnknown: fact(ofSats.RefundOutcomeUnknown, { ...ofRefund, since: at }),
    };
  };

  it("are one for each fact that the groups listen to", () => {
    const listened = reactionGroups
      .filter((group) => group.service === "transactions")
      .flatMap((group) => [...group.facts]);

    expect(reactions.map((one) => one.factName).toSorted()).toEqual(listened.toSorted());
  });

  it.each([
    { name: "initiated", before: [] },
    { name: "completed", before: [] },
    { name: "completed", before: ["failed"] },
    { name: "failed", before: [] },
    { name: "duplicate", before: ["completed"] },
    { name: "mismatch", before: [] },
    { name: "settled", before: ["completed"] },
    { name: "payoutFailed", before: ["completed"] },
    { name: "paymentUnknown", before: [] },
    { name: "payoutUnknown", before: ["completed"] },
    { name: "refundSettled", before: ["completed", "payoutFailed"] },
    { name: "refundSettled", before: ["failed", "completed"] },
    { name: "refundFailed", before: ["completed", "payoutFailed"] },
    { name: "refundUnknown", before: ["completed", "payoutFailed"] },
    { name: "contradicted", before: ["completed", "settled"] },
    { name: "payoutFlips", before: ["completed", "settled"] },
    { name: "refundFlips", before: ["completed", "settled"] },
    { name: "lateContradicted", before: ["failed"] },
    // Of a purchase these are strange facts: they are noted for a person, once as well.
    { name: "satsRefundSettled", before: ["completed", "payoutFailed"] },
    { name: "satsRefundFailed", before: ["completed", "payoutFailed"] },
    { name: "satsRefundUnknown", before: ["completed", "payoutFailed"] },
  ])("act once on $name behind $before, delivered five times", async ({ name, before }) => {
    const placed = await place(running);
    for (const earlier of before) {
      const one = (await factsAbout(placed))[earlier];
      if (one !== undefined) await deliver(one, newId());
    }
    const versionBefore = (await stateOf(placed)).events.length;
    const storedFact = (await factsAbout(placed))[name];
    if (storedFact === undefined) throw new Error(`No fact ${name}`);
    const factId = newId<"EventId">();
    const parallel = await Promise.all([1, 2, 3].map(() => deliver(storedFact, factId)));
    const after = await stateOf(placed);
    const later = [await deliver(storedFact, factId), await deliver(storedFact, factId)];

    expect([...parallel, ...later].filter((one) => one.kind === "accepted")).toHaveLength(1);
    expect(after.events.length).toBeGreaterThan(versionBefore);
    expect((await stateOf(placed)).events).toEqual(after.events);
    const marks = "select reaction from handled where fact_id = $1";
    expect(await running.rowsOf(marks, [factId])).toHaveLength(1);
  });

  it("park a fact about an order, a payment or a payout that is not ours", async () => {
    const placed = await place(running);
    const stranger = { ...placed, transactionId: newId<"TransactionId">() };
    const otherPayment = { ...placed, paymentId: newId<"PaymentId">() };
    for (const of of [stranger, otherPayment]) {
      for (const name of ["completed", "failed", "late", "settled"] as const) {
        const storedFact = (await factsAbout(of))[name];
        if (storedFact === undefined) throw new Error(`No fact ${name}`);
        await expect(deliver(storedFact, newId())).rejects.toThrow(UnknownSubjectError);
      }
    }
    expect((await stateOf(placed)).events).toHaveLength(1);
  });

  it("leave views and guards that equal a fold of the log, whatever comes in whatever order", async () => {
    const seed = testSeed();
    const random = randomFrom(seed);
    const accountId = newId<"AccountId">();
    const orders = await Promise.all(
      Array.from({ length: 10 }, (_each, index) =>
        place(running, { accountId, amountXof: `${1_000 + index}` }),
      ),
    );
    const live = async (placed: Placed): Promise<void> => {
      for (let step = 0; step < 8; step += 1) {
        const facts = Object.values(await factsAbout(placed));
        const storedFact = facts[Math.floor(random() * facts.length)];
        running.clock.advanceMs(Math.floor(random() * 86_400_000));
        if (storedFact === undefined) continue;
        await deliver(storedFact, newId()).catch((error: unknown) => {
          if (!(error instanceof UnknownSubjectError)) throw error;
        });
      }
    };
    await Promise.all(orders.map(live));

    const streams = await Promise.all(orders.map(stateOf));
    const findings = await projectionSet.verify({ database: running.database });
    expect(findings.map(({ name }) => name)).toEqual(
      expect.arrayContaining(projections.map(({ name }) => name)),
    );
    expect(
      findings.flatMap(({ differences }) => differences),
      `seed ${seed}`,
    ).toEqual([]);
    await expectGuards(accountId, streams, seed);
  });

  const expectGuards = async (
    accountId: string,
    streams: readonly Awaited<ReturnType<typeof stateOf>>[],
    seed: number,
  ): Promise<void> => {
    const isIn = (state: Transaction, statuses: readonly string[]) =>
      state.status !== "none" && statuses.includes(publicStatuses[state.status]);
    const sum = (statuses: readonly string[]) =>
      streams
        .filter(({ state }) => isIn(state, statuses))
        .reduce((total, { state }) => {
          return total + (state.status === "none" ? 0n : state.order.amountXof);
        }, 0n);
    const open = streams.filter(({ state }) => isIn(state, ["PENDING", "PROCESSING"]));
    const guards = await running.rowsOf(
      `select reserved_xof, used_xof, open_count from allowances join open_transactions using (account_id)
       where account_id = $1`,
      [accountId],
    );

    expect(guards, `seed ${seed}`).toEqual([
      {
        reserved_xof: sum(["PENDING", "PROCESSING"]),
        used_xof: sum(["COMPLETED"]),
        open_count: open.length,
      },
    ]);
  };
});
