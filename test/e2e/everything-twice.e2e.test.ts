import { existsSync } from "node:fs";
import { type JetStreamManager, jetstreamManager } from "@nats-io/jetstream";
import {
  type PublishingService,
  type ReactionGroupDefinition,
  reactionGroups,
  streamName,
} from "@sanu/contracts";
import { applyStreams } from "@sanu/platform";
import { eventually, type Person, type World } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buy, createdOf, detailOf, numberEndingIn, type Order } from "./buy.ts";
import { requestCases, requestNames } from "./commands.ts";
import { countEffects } from "./effects.ts";
import { erase } from "./erase.ts";
import { noWallet, sellAndPay } from "./sell.ts";
import { decideByTwo, logInAsAdmin } from "./staff.ts";
import { startSanu } from "./start-world.ts";

const groups: readonly ReactionGroupDefinition[] = reactionGroups;
const again = 3;
const root = new URL("../../", import.meta.url);

const ofTransactions = "services/transactions/src/reactions/reactions.int.test.ts";
const ofStatements = "services/transactions/src/reactions/when-statement-difference.int.test.ts";
const ofReversals = "services/transactions/src/reactions/reversals.int.test.ts";
const ofSuspensions = "services/transactions/src/reactions/suspensions.int.test.ts";
const ofDeactivations = "services/transactions/src/reactions/deactivations.int.test.ts";
/** Facts that only refusals, reversals, suspensions, closings, documents, long silence and refunds of sats make, and the test that delivers them several times. */
const repeatedElsewhere: Readonly<Record<string, string>> = {
  "payments.PaymentOutcomeUnknown": ofTransactions,
  "payments.PaymentReversed": ofReversals,
  "payments.RefundReversed": ofReversals,
  "payouts.PayoutReversed": ofReversals,
  "payments.AccountBalanceStated": ofStatements,
  "payments.StatementDifferenceFound": ofStatements,
  "payments.StatementDifferenceResolved": ofStatements,
  "payouts.StatementDifferenceFound": ofStatements,
  "payouts.StatementDifferenceResolved": ofStatements,
  "payments.RefundFailed": ofTransactions,
  "payments.RefundOutcomeUnknown": ofTransactions,
  "payouts.PayoutOutcomeUnknown": ofTransactions,
  "payouts.RefundSettled": ofTransactions,
  "payouts.RefundFailed": ofTransactions,
  "payouts.RefundOutcomeUnknown": ofTransactions,
  "payments.VerdictContradicted": ofTransactions,
  "payments.OutcomeContradicted": ofTransactions,
  "payouts.OutcomeContradicted": ofTransactions,
  "payouts.VerdictContradicted": ofTransactions,
  "transactions.VerdictApproved": "test/e2e/verdicts.e2e.test.ts",
  "transactions.StatementVerdictApproved": "services/payments/src/decided-differences.int.test.ts",
  "identity.AccountSuspended": ofSuspensions,
  "identity.AccountSuspensionLifted": ofSuspensions,
  "identity.AccountDeactivated": ofDeactivations,
  "identity.AccountReactivated": ofDeactivations,
  "payouts.PayoutWithheld": ofSuspensions,
  "transactions.TransactionHoldRequested": "services/payouts/src/hold.int.test.ts",
  "identity.AccountIdentityProven": "services/transactions/src/guards/persons.int.test.ts",
  "identity.OrderingKeyChanged": "services/transactions/src/guards/ordering-keys.int.test.ts",
};
const repeatedHere = (source: string, facts: readonly string[]): readonly string[] =>
  facts.filter((fact) => repeatedElsewhere[`${source}.${fact}`] === undefined).toSorted();

/** Between them these orders make every fact that somebody reacts to, but those. */
const orders: readonly Order[] = [
  { number: numberEndingIn("789") },
  { number: numberEndingIn("222") },
  { number: numberEndingIn("039") },
  { number: numberEndingIn("111") },
  { receiver: "fail@sandbox.sanu" },
];

describe("everything that arrives twice has one effect", () => {
  let world: World;
  let manager: JetStreamManager;

  beforeAll(async () => {
    world = await startSanu({ settings: { SEND_ATTEMPTS_MAX: "1" } });
    manager = await jetstreamManager(world.messaging.connection, { checkAPI: false });
    const person = await world.signUp();
    for (const order of orders) createdOf(await buy(world, person, { amount: 1_000, ...order }));
    await orderInAdvance(person);
    await changeHerMind(person);
    await sellWithoutAddress(person);
    await decideAsStaff(person.accountId);
    // One person may be erased, and one whose order waits for its payer may not.
    const responses = [await erase(world, await world.signUp()), await erase(world, person)];
    expect(responses.map(({ status }) => status)).toEqual([200, 400]);
    await world.settled();
    // One payer pays twice, and one pays another amount: facts that only a discrepancy makes.
    const [paid] = world.sandbox.payments.all();
    const waiting = world.sandbox.payments.all().find(({ receipts }) => receipts.length === 0);
    if (paid === undefined || waiting === undefined) throw new Error("The provider has no orders");
    world.sandbox.gateway.receive(paid);
    world.sandbox.gateway.receive(waiting, 900n);
    await eventually("both discrepancies are found", async () => {
      const made = await countFacts("payments", ["PaymentDiscrepancyFound"]);
      return made.get("PaymentDiscrepancyFound") === 2;
    });
    await world.settled();
  });

  afterEach(() => world.expectBooksToBalance());
  afterAll(() => world.stop());

  /** The rate is there already: it orders at once, and has nothing more to do. */
  const orderInAdvance = async ({ token }: Person) => {
    const response = await world.api.call("POST", "/api/v1/orders", {
      token,
      body: {
        type: "BUY_BITCOIN",
        amount: 1_000,
        receiver_address: "ok@sandbox.sanu",
        number: numberEndingIn("789"),
        price: 90_000_000,
      },
    });
    expect(response.status).toBe(201);
    const saved = await world.api.call("PUT", "/api/v1/wallet/receivers", {
      token,
      body: { receivers: [{ receiver_address: "ok@sandbox.sanu" }] },
    });
    expect(saved.status).toBe(200);
    await eventually("the order in advance has ended", async () => {
      const made = await countFacts("transactions", ["StandingOrderEnded"]);
      return made.get("StandingOrderEnded") === 1;
    });
  };

  const changeHerMind = async (person: Person) => {
    const number = numberEndingIn("112");
    const { id } = createdOf(await buy(world, person, { amount: 1_000, number }));
    const { token } = person;
    const response = await world.api.call("POST", `/api/v1/transactions/${id}/cancel`, { token });
    expect(response.status).toBe(200);
    await eventually("the provider has cancelled", async () => {
      return (await detailOf(world, person, id)).status === "FAILED";
    });
  };

  /** The francs reach nobody, and the satoshis have nowhere to go: she is asked for an invoice. */
  const sellWithoutAddress = async (person: Person) => {
    await sellAndPay(world, person, { number: noWallet, receiver: noWallet });
    await eventually("she is asked for an invoice", async () => {
      const made = await countFacts("transactions", ["TransactionReviewRequested"]);
      return made.get("TransactionReviewRequested") === 1;
    });
  };

  /** A tier, what one allows, and what is said of a provider: each is a fact that somebody reacts to. */
  const decideAsStaff = async (userId: string) => {
    const staff = [await logInAsAdmin(world), await logInAsAdmin(world)] as const;
    const path = `/api/v1/users/${userId}`;
    await decideByTwo(world, staff, { method: "PATCH", path, body: { tier: 1 } });
    const limit = { method: "PUT", path: "/api/v1/kyc/tiers/3" } as const;
    await decideByTwo(world, staff, { ...limit, body: { monthly_limit: 20_000_000 } });
    const provider = { method: "PATCH", path: "/api/v1/aggregators/sandbox" } as const;
    const bounds = { collection: { max_xof: 900_000 }, disbursement: { max_xof: 800_000 } };
    await decideByTwo(world, staff, { ...provider, body: bounds });
    await eventually("payments and payouts obey", async () => {
      const response = await world.api.call("GET", "/api/v1/aggregators", { token: staff[0] });
      const said = /"max_xof":(\d+),"setting"/g;
      return `${[...response.text.matchAll(said)].map(([, most]) => most)}` === "900000,800000";
    });
  };

  const countFacts = async (service: PublishingService, names: readonly string[]) => {
    const rows = await world.databases[service].query<{ name: string; found: number }>(
      CompiledQuery.raw(
        `select split_part(public_type, '.', 3) as name, count(*)::int as found from events
         where split_part(public_type, '.', 3) = any($1) group by 1`,
        [names],
      ),
    );
    return new Map(rows.map(({ name, found }) => [name, found]));
  };

  /** Makes the durable of a group anew, which delivers every fact of its stream again. */
  const deliverAgain = async ({ group, source }: ReactionGroupDefinition) => {
    const stream = streamName(world.namespace, source);
    await manager.consumers.delete(stream, group);
    const url = world.environment["NATS_URL"] ?? "";
    await applyStreams({ url, namespace: world.namespace, replicas: 1 });
    return stream;
  };

  const deliveredAgain = async (
    stream: string,
    { group, source, facts }: ReactionGroupDefinition,
  ) => {
    const made = await countFacts(source, facts);
    const expected = [...made.values()].reduce((sum, found) => sum + found, 0);
    await eventually(`all facts are delivered to ${group} again`, async () => {
      const info = await manager.consumers.info(stream, group);
      return info.num_pending === 0 && info.ack_floor.consumer_seq >= expected;
    });
  };

  it.each(groups)("every fact that $group listens to was told here", async ({ source, facts }) => {
    const made = await countFacts(source, facts);
    expect(repeatedHere(source, [...made.keys()])).toEqual(repeatedHere(source, facts));
  });

  it("finds the test that repeats the facts that are not told here", () => {
    const places = Object.values(repeatedElsewhere);
    expect(places.filter((place) => !existsSync(new URL(place, root)))).toEqual([]);
  });

  it.each(groups)("every fact for $group, delivered again", async (group) => {
    const before = await countEffects(world);
    await deliveredAgain(await deliverAgain(group), group);
    await world.settled();
    expect(await countEffects(world)).toEqual(before);
  });

  it.each(groups)(
    "every fact for $group, delivered again to one who forgot its place",
    async (group) => {
      const before = await countEffects(world);
      await world.programs.stop(group.service);
      await world.databases[group.service].query(
        CompiledQuery.raw("delete from reaction_positions where group_name = $1", [group.group]),
      );
      const stream = await deliverAgain(group);
      await world.programs.start(group.service);
      await deliveredAgain(stream, group);
      await world.settled();
      expect(await countEffects(world)).toEqual(before);
    },
  );

  it("every callback of the provider", async () => {
    const { sent } = world.callbacks;
    const types = sent.map(({ body }) => (JSON.parse(body.toString()) as { type: string }).type);
    const expected = ["payment.completed", "payment.declined", "payment.cancelled"];
    expect(new Set(types)).toEqual(new Set(expected));
    const before = await countEffects(world);
    const copies = sent.flatMap((callback) => Array.from({ length: again }, () => callback));
    const responses = await Promise.all(copies.map((copy) => world.callbacks.deliver(copy)));
    expect(new Set(responses)).toEqual(new Set([200]));
    await world.settled();
    expect(await countEffects(world)).toEqual(before);
  });

  it("knows of every request whether it is a command", () => {
    expect(requestNames().length).toBeGreaterThan(10);
    expect(Object.keys(requestCases).toSorted()).toEqual(requestNames().toSorted());
  });

  it("finds the test that repeats what cannot be counted here", () => {
    const places = Object.values(requestCases).flatMap((made) =>
      typeof made === "object" ? [made.repeatedIn] : [],
    );
    expect(places.filter((place) => !existsSync(new URL(place, root)))).toEqual([]);
  });

  const commands = Object.entries(requestCases).flatMap(([name, made]) =>
    typeof made === "function" ? [{ name, made }] : [],
  );

  it.each(commands)("the command $name, at once and later", async ({ made }) => {
    const command = await made(world);
    await world.settled();
    const before = await countEffects(world);
    const first = await command();
    expect(first.kind).toBe("replied");
    await world.settled();
    const after = await countEffects(world);
    expect(after).not.toEqual(before);

    const copies = await Promise.all(Array.from({ length: again }, () => command()));
    expect(new Set(copies.map(({ kind }) => kind))).toEqual(new Set(["replied"]));
    await world.settled();
    expect(await countEffects(world)).toEqual(after);
  });

  it.each(commands)("the command $name, all at the same moment", async ({ made }) => {
    const [one, other] = [await made(world), await made(world)];
    await world.settled();
    const before = await countEffects(world);
    await one();
    await world.settled();
    const afterOne = await countEffects(world);
    const copies = await Promise.all(Array.from({ length: again }, () => other()));
    expect(new Set(copies.map(({ kind }) => kind))).toEqual(new Set(["replied"]));
    await world.settled();
    const afterBoth = await countEffects(world);
    expect(differenceOf(afterOne, afterBoth)).toEqual(differenceOf(before, afterOne));
  });
});

function differenceOf(before: object, after: object): unknown {
  return Object.fromEntries(
    Object.entries(after).map(([name, value]: [string, unknown]) => {
      const earlier: unknown = Object.entries(before).find(([other]) => other === name)?.[1];
      if (typeof value === "number" && typeof earlier === "number") return [name, value - earlier];
      return [name, differenceOf(Object(earlier), Object(value))];
    }),
  );
}
