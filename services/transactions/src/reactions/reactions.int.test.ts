import {
  type FactDefinition,
  type FactInput,
  jsonText,
  PaymentCompleted,
  PaymentDiscrepancyFound,
  PaymentFailed,
  PaymentInitiated,
  PayoutFailed,
  PayoutSettled,
  reactionGroups,
} from "@sanu/contracts";
import { fold, newId } from "@sanu/kernel";
import {
  createEventStore,
  createGate,
  type EventStore,
  type Reaction,
  type ReactionResult,
} from "@sanu/platform";
import { randomFrom, testSeed } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { businessCalendar } from "../calendar/business-calendar.ts";
import { projections } from "../projections/projections.ts";
import { publish } from "../publish.ts";
import { transaction } from "../transaction/decide.ts";
import { TransactionEvent } from "../transaction/events.ts";
import {
  type Placed,
  place,
  type RunningTransactions,
  startTransactions,
} from "../transactions.fixture.ts";
import { UnknownSubjectError } from "./carry-out.ts";
import { reactionsOf } from "./reactions.ts";

type Fact = { readonly definition: FactDefinition; readonly data: unknown };

function fact<Definition extends FactDefinition>(
  definition: Definition,
  data: FactInput<Definition>,
): Fact {
  return { definition, data };
}

describe("the reactions of transactions", () => {
  let running: RunningTransactions;
  let store: EventStore<TransactionEvent>;
  let reactions: readonly Reaction[];

  beforeAll(async () => {
    running = await startTransactions({ env: { MONTHLY_LIMIT_TIER_0_XOF: "10000000" } });
    const { database, clock } = running;
    store = createEventStore({
      database,
      schema: TransactionEvent,
      publish,
      projections,
      gate: createGate(),
      afterPublicCommit: () => undefined,
    });
    const groups = reactionsOf({
      store,
      clock,
      database,
      ...businessCalendar("Africa/Porto-Novo"),
      // A neighbour of the fixture answers for payments.
      ask: (definition, input) => running.ask(definition, input),
      pageUrlOf: (token) => `https://sanu.example/pay/${token}`,
      announce: () => undefined,
    });
    reactions = groups.flatMap((group) => group.reactions);
  });

  afterAll(() => running.stop());

  /** Delivers a fact as its group does; a result that wrote nothing is marked by the group itself. */
  const deliver = async ({ definition, data }: Fact, factId: string): Promise<ReactionResult> => {
    const reaction = reactions.find((one) => one.factName === definition.name);
    const read = reaction?.read(definition.type, JSON.parse(jsonText(data)));
    if (reaction === undefined || read === undefined)
      throw new Error(`Nobody reads ${definition.type}`);
    const attributes = {
      id: factId,
      type: definition.type,
      source: "/sanu/test",
      subject: factId,
      time: running.clock.now(),
      correlationid: "test",
      causationid: "test",
      position: "1.1.1",
    };
    const insert = "insert into handled (reaction, fact_id) values ($1, $2)";
    return read.react({
      handled: CompiledQuery.raw(insert, [reaction.name, factId]),
      context: { correlationId: "test", causationId: factId },
      attributes: attributes as never,
    });
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
    const found = (discrepancy: "late" | "duplicate" | "amount-mismatch") =>
      fact(PaymentDiscrepancyFound, { ...ofPayment, discrepancy, receivedXof: "7", foundAt: at });
    return {
      initiated: fact(PaymentInitiated, { ...ofPayment, channel: "MTN_OPEN", initiatedAt: at }),
      completed: fact(PaymentCompleted, { ...ofPayment, amountXof, completedAt: at }),
      failed: fact(PaymentFailed, { ...ofPayment, reason: "declined", failedAt: at }),
      late: found("late"),
      duplicate: found("duplicate"),
      mismatch: found("amount-mismatch"),
      settled: fact(PayoutSettled, { ...ofPayout, amountSats, feeSats: "1", settledAt: at }),
      payoutFailed: fact(PayoutFailed, { ...ofPayout, reason: "no-route", failedAt: at }),
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
  ])("act once on $name behind $before, delivered five times", async ({ name, before }) => {
    const placed = await place(running);
    for (const earlier of before) {
      const one = (await factsAbout(placed))[earlier];
      if (one !== undefined) await deliver(one, newId());
    }
    const versionBefore = (await stateOf(placed)).events.length;
    const told = (await factsAbout(placed))[name];
    if (told === undefined) throw new Error(`No fact ${name}`);
    const factId: string = newId();
    const parallel = await Promise.all([1, 2, 3].map(() => deliver(told, factId)));
    const after = await stateOf(placed);
    const later = [await deliver(told, factId), await deliver(told, factId)];

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
        const told = (await factsAbout(of))[name];
        if (told === undefined) throw new Error(`No fact ${name}`);
        await expect(deliver(told, newId())).rejects.toThrow(UnknownSubjectError);
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
        const told = facts[Math.floor(random() * facts.length)];
        running.clock.advanceMs(Math.floor(random() * 86_400_000));
        if (told === undefined) continue;
        await deliver(told, newId()).catch((error: unknown) => {
          if (!(error instanceof UnknownSubjectError)) throw error;
        });
      }
    };
    await Promise.all(orders.map(live));

    const streams = await Promise.all(orders.map(stateOf));
    const events = streams.flatMap((stream) => stream.events);
    for (const { definition, table } of projections) {
      const folded = foldRows(definition, events);
      const rows = await running.rowsOf<Record<string, unknown>>(
        `select ${definition.columns.join(", ")} from ${table} where account_id = $1`,
        [accountId],
      );
      expect(byKey(rows), `${table}, seed ${seed}`).toEqual(byKey(folded));
    }
    await expectGuards(accountId, streams, seed);
  });

  const expectGuards = async (
    accountId: string,
    streams: readonly Awaited<ReturnType<typeof stateOf>>[],
    seed: number,
  ): Promise<void> => {
    const sum = (statuses: readonly string[]) =>
      streams
        .filter(({ state }) => statuses.includes(state.status))
        .reduce((total, { state }) => {
          return total + (state.status === "none" ? 0n : state.order.amountXof);
        }, 0n);
    const open = streams.filter(({ state }) => ["pending", "processing"].includes(state.status));
    const guards = await running.rowsOf(
      `select reserved_xof, used_xof, open_count from allowances join open_transactions using (account_id)
       where account_id = $1`,
      [accountId],
    );

    expect(guards, `seed ${seed}`).toEqual([
      {
        reserved_xof: sum(["pending", "processing"]),
        used_xof: sum(["completed"]),
        open_count: open.length,
      },
    ]);
  };
});

interface Foldable {
  readonly keyColumns: readonly string[];
  readonly key: (event: TransactionEvent) => readonly string[] | undefined;
  readonly apply: (row: never, event: TransactionEvent) => object | undefined;
}

/** Folds a whole log into rows, one event after the other. */
function foldRows(definition: Foldable, events: readonly TransactionEvent[]): object[] {
  const rows = new Map<string, object>();
  for (const event of events) {
    const key = definition.key(event)?.join("/");
    if (key === undefined) continue;
    const row = definition.apply(rows.get(key) as never, event);
    if (row !== undefined) rows.set(key, row);
  }
  return [...rows.values()];
}

function byKey(rows: readonly object[]): object[] {
  return rows.toSorted((one, other) => (jsonText(one) < jsonText(other) ? -1 : 1));
}
