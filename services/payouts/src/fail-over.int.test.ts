import {
  CanDisburse,
  ConnectorTermsChanged,
  ListClosedDisbursements,
  TransactionHoldRequested,
} from "@sanu/contracts";
import { newId, systemClock, xof } from "@sanu/kernel";
import { destinationHmac } from "@sanu/platform";
import {
  createSandboxDisburseRail,
  type DisburseFailure,
  type DisburseRail,
  type DisburseStatus,
} from "@sanu/rails";
import {
  awaitConnectorTerms,
  checkTermsFollowed,
  eventually,
  saidOfConnector,
} from "@sanu/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { amounts, type TestPayout } from "./orders.fixture.ts";
import { createPayoutWorld } from "./payouts.fixture.ts";

type Answer = Awaited<ReturnType<DisburseRail["disburse"]>>;
const settled = ["PayoutRequested", "PayoutSettled"] as const;
const failedOver = ["PayoutRequested", "PayoutAttemptRejected", "PayoutSettled"] as const;

const world = await createPayoutWorld();
const asked: string[] = [];
const says = new Map<string, Answer>();
/** What each says of all that it was ever asked for. */
const statuses = new Map<string, DisburseStatus>();

const railOf = (provider: string, limits: DisburseRail["limits"] = {}): DisburseRail => {
  const rail = createSandboxDisburseRail({ baseUrl: world.sandbox.url });
  return {
    ...rail,
    provider,
    limits,
    async disburse(order) {
      asked.push(provider);
      return says.get(provider) ?? rail.disburse(order);
    },
    status: async (...of) => statuses.get(provider) ?? rail.status(...of),
    async conditions(channel) {
      const conditions = await rail.conditions(channel);
      const isOpen = !says.has(provider);
      return conditions.kind === "conditions" ? { ...conditions, isOpen } : conditions;
    },
  };
};
/** Of their own for each start, because a replica that stops closes its rails, and the next call over them is lost. */
const newRails = () => [railOf("north", { payoutsPerNumberAndDay: 1 }), railOf("south")];
await world.start({ disburseRails: newRails() });

beforeEach(() => {
  says.clear();
  statuses.clear();
  asked.length = 0;
});

afterAll(() => world.stop());

const providerReference = "d-7";
const failed = (reason: DisburseFailure): DisburseStatus => ({
  kind: "failed",
  providerReference,
  reason,
});
const arrived = () => ({
  kind: "settled" as const,
  providerReference,
  amountXof: xof(BigInt(amounts.amountXof)),
  feeXof: xof(0n),
  settledAt: systemClock.now(),
});

const holdOf = (payout: TestPayout): TestPayout => {
  const { payoutId, transactionId } = payout;
  const fact = { payoutId, transactionId, requestedAt: systemClock.now() };
  return { ...payout, definition: TransactionHoldRequested, fact };
};

let sold = 10;
/** To a number that had no payout before. */
const newSale = () => {
  sold += 1;
  return world.make.sale(`+22901960${sold}001`);
};
const sell = () => world.publish(newSale());
const providersOf = ({ payoutId }: TestPayout) =>
  world.rows(
    "select provider, state from attempts where subject_id = $1 order by attempt_number",
    payoutId,
  );

const say = async (provider: string, isEnabled: boolean) => {
  const said = saidOfConnector(provider, "disbursement", { isEnabled });
  await world.publishFact(ConnectorTermsChanged, newId(), said);
  await awaitConnectorTerms(world.database, said);
};
const waits = (payout: TestPayout, code = "provider-disabled") =>
  eventually("it waits", async () => {
    const text =
      "select last_error from attempts where subject_id = $1 order by attempt_number desc limit 1";
    const [newest] = await world.rows<{ last_error: string | null }>(text, payout.payoutId);
    return newest?.last_error === code;
  });

/** A payout whose receiver nobody can say yet, while both are enabled. */
async function sellToNobodyYet(): Promise<TestPayout> {
  await say("north", true);
  await say("south", true);
  const payout = newSale();
  world.destinations.delete(payout.transactionId);
  await world.publish(payout);
  await waits(payout, "destination-unavailable");
  return payout;
}

describe("with two providers", () => {
  it.each(["channel-closed", "insufficient-float", "refused-by-provider"] as const)(
    "a payout that the first refuses as %s is the second one's, once and at once",
    async (reason) => {
      says.set("north", { kind: "rejected", reason });
      const payout = await sell();
      await world.happened(payout, ...failedOver);
      expect(asked).toEqual(["north", "south"]);
      expect(await world.disbursementsOf(payout)).toEqual({ begun: 1, settled: 1 });
      expect((await world.eventsOf(payout))[1]).toMatchObject({ next: { provider: "south" } });
    },
  );

  it("a payout that the first had taken before it said no is nobody else's", async () => {
    const refused = { kind: "rejected", reason: "refused-by-provider" } as const;
    says.set("north", { ...refused, takenAs: "payout-7" });
    const payout = await sell();
    await world.happened(payout, "PayoutRequested", "PayoutFailed");
    expect(asked).toEqual(["north"]);
  });

  it("a payout whose receiver takes nothing is nobody else's", async () => {
    says.set("north", { kind: "rejected", reason: "receiver-wallet-full" });
    const payout = await sell();
    await world.happened(payout, "PayoutRequested", "PayoutFailed");
    expect(asked).toEqual(["north"]);
  });

  it("a payout that neither can pay out now is tried again behind a pause, the first one first", async () => {
    const refusal = { kind: "rejected", reason: "channel-closed" } as const;
    says.set("north", refusal).set("south", refusal);
    const payout = await sell();
    await eventually("both were asked", () => asked.length >= 3);
    expect(asked.slice(0, 3)).toEqual(["north", "south", "north"]);
    says.clear();
    await eventually("it is through", async () => {
      return (await world.eventsOf(payout)).at(-1)?.["type"] === "PayoutSettled";
    });
    expect(await world.disbursementsOf(payout)).toEqual({ begun: 1, settled: 1 });
  });

  it("a payout that the first refused and has after all is not the second one's, before it is over there", async () => {
    says.set("north", { kind: "rejected", reason: "channel-closed" });
    statuses.set("north", arrived());
    const payout = await sell();
    await waits(payout, "earlier-attempt-open");
    expect(asked).toEqual(["north"]);
    statuses.set("north", failed("refused-by-provider"));
    await world.happened(payout, ...failedOver);
    expect(asked).toEqual(["north", "south"]);
  });

  it("a payout that the first refused is not the second one's while the first does not answer", async () => {
    says.set("north", { kind: "rejected", reason: "channel-closed" });
    statuses.set("north", { kind: "unknown", cause: "no-response" });
    const payout = await sell();
    await waits(payout, "earlier-attempt-open");
    expect(asked).toEqual(["north"]);
    statuses.clear();
    await world.happened(payout, ...failedOver);
    expect(asked).toEqual(["north", "south"]);
  });

  it("a payout that the first refused before it had a name for it, by which alone it can be asked, is the second one's", async () => {
    says.set("north", { kind: "rejected", reason: "channel-closed" });
    statuses.set("north", { kind: "unknown", cause: "never-named" });
    await world.happened(await sell(), ...failedOver);
    expect(asked).toEqual(["north", "south"]);
  });

  it("a payout that the second could not pay does not go back while the first may have paid it", async () => {
    says.set("north", { kind: "rejected", reason: "channel-closed" });
    says.set("south", { kind: "accepted", value: { kind: "pending", providerReference } });
    statuses.set("south", { kind: "pending", providerReference });
    const payout = await sell();
    await eventually("the second was asked", () => asked.length === 2);
    statuses.set("north", arrived()).set("south", failed("receiver-wallet-full"));
    await waits(payout, "earlier-attempt-open");
    await world.happened(payout, "PayoutRequested", "PayoutAttemptRejected");
    statuses.set("north", failed("refused-by-provider"));
    await world.happened(payout, "PayoutRequested", "PayoutAttemptRejected", "PayoutFailed");
    expect(asked).toEqual(["north", "south"]);
  });

  it("a payout that is ordered anew behind another is not sent while that may arrive", async () => {
    says.set("north", { kind: "rejected", reason: "receiver-wallet-full" });
    const earlier = await sell();
    await world.happened(earlier, "PayoutRequested", "PayoutFailed");
    says.clear();
    statuses.set("north", arrived());
    const earlierPayoutIds = [earlier.payoutId];
    const payout = await world.publish(world.make.sale(earlier.destination, { earlierPayoutIds }));
    await waits(payout, "earlier-attempt-open");
    expect(asked).toEqual(["north"]);
    statuses.clear();
    await world.happened(payout, ...settled);
    expect(await world.disbursementsOf(payout)).toEqual({ begun: 1, settled: 1 });
  });

  it("a payout whose answer is lost stays the first one's", async () => {
    says.set("north", { kind: "unknown", cause: "no-response" });
    const payout = await sell();
    await eventually("it is unknown", async () => {
      const [first] = await providersOf(payout);
      return (first as { state: string }).state === "unknown";
    });
    says.clear();
    await world.happened(payout, ...settled);
    expect(await providersOf(payout)).toMatchObject([{ provider: "north" }]);
    expect(asked).not.toContain("south");
  });

  it("a number that has had its share of the first is paid by the second", async () => {
    const first = await sell();
    await world.happened(first, ...settled);
    const second = await world.publish(world.make.sale(first.destination));
    await world.happened(second, ...settled);
    expect(asked).toEqual(["north", "south"]);
    expect((await world.eventsOf(second))[0]).toMatchObject({
      choice: { passedOver: [{ provider: "north", obstacle: "number-used-up" }] },
    });
  });

  it("a number that has had its share of the first by another account's sale is paid by the second", async () => {
    const first = await sell();
    await world.happened(first, ...settled);
    // Transactions knows that both are one number; each account names it by a key of its own.
    const second = newSale();
    world.salesToNumber.set(second.transactionId, [first.payoutId]);
    await world.publish(second);
    await world.happened(second, ...failedOver);
    expect(asked).toEqual(["north", "south"]);
    expect(await providersOf(second)).toEqual([
      { provider: "north", state: "rejected" },
      { provider: "south", state: "settled" },
    ]);

    const third = newSale();
    world.salesToNumber.set(third.transactionId, [second.payoutId]);
    await world.publish(third);
    await world.happened(third, ...settled);
    expect(asked).toEqual(["north", "south", "north"]);
  });

  it("a number that has had its share of all who are there is for them to refuse", async () => {
    await world.stopReplicas();
    await world.start({ disburseRails: [railOf("north", { payoutsPerNumberAndDay: 1 })] });
    const first = await sell();
    await world.happened(first, ...settled);
    const second = newSale();
    world.salesToNumber.set(second.transactionId, [first.payoutId]);
    await world.publish(second);
    await world.happened(second, ...settled);
    expect(asked).toEqual(["north", "north"]);
    await world.stopReplicas();
    await world.start({ disburseRails: newRails() });
  });

  it("a sale may be paid for while one of them could pay it out", async () => {
    says.set("north", { kind: "rejected", reason: "channel-closed" });
    const { transactionId, destination } = world.make.sale("+2290196000001");
    const numberHmac = destinationHmac(world.hmacKey, destination);
    const question = { transactionId, channel: "MTN_OPEN", amountXof: "10000", numberHmac };
    const context = { correlationId: "test", causationId: "test" };
    const ask = () => world.messaging.request(CanDisburse, question, { context });
    expect(await ask()).toMatchObject({ data: { obstacle: null } });
    says.set("south", { kind: "rejected", reason: "channel-closed" });
    expect(await ask()).toMatchObject({ data: { obstacle: "channel-closed" } });
  });

  it("a payout goes where the staff lets it; while it lets none it waits, and goes on by itself", async () => {
    await checkTermsFollowed(
      world.database,
      "payouts-connectors-from-transactions",
      "disbursement",
    );
    await world.stopReplicas();
    const setting = { CONNECTOR_TERMS_KEPT_MS: "0" };
    for (const _replica of [1, 2]) await world.start({ disburseRails: newRails() }, setting);
    await say("north", false);
    const elsewhere = await sell();
    await world.happened(elsewhere, ...settled);
    expect((await world.eventsOf(elsewhere))[0]).toMatchObject({
      choice: { passedOver: [{ provider: "north", obstacle: "disabled-by-staff" }] },
    });
    await say("south", false);
    const waiting = await sell();
    await waits(waiting);
    expect(asked).toEqual(["south"]);
    await say("south", true);
    await eventually("it is through", async () => {
      return (await world.eventsOf(waiting)).at(-1)?.["type"] === "PayoutSettled";
    });
    expect(asked).toEqual(["south", "south"]);
    expect(await world.disbursementsOf(waiting)).toEqual({ begun: 1, settled: 1 });
  });

  it("a payout that went from one to another and was never called goes back, once only the first is enabled", async () => {
    const payout = await sellToNobodyYet();
    await say("north", false);
    await world.happened(payout, "PayoutRequested", "PayoutAttemptRejected");
    await waits(payout, "destination-unavailable");
    await say("south", false);
    await waits(payout);
    await say("north", true);
    world.destinations.set(payout.transactionId, payout.destination);
    await world.happened(
      payout,
      "PayoutRequested",
      "PayoutAttemptRejected",
      "PayoutAttemptRejected",
      "PayoutSettled",
    );
    expect(asked).toEqual(["north"]);
    expect(await world.disbursementsOf(payout)).toEqual({ begun: 1, settled: 1 });
  });

  it("a payout that the first was not asked for, because it is out and disabled, waits for no answer of it", async () => {
    const payout = await sellToNobodyYet();
    statuses.set("north", { kind: "unknown", cause: "unreachable" });
    await say("north", false);
    await world.happened(payout, "PayoutRequested", "PayoutAttemptRejected");
    world.destinations.set(payout.transactionId, payout.destination);
    await world.happened(payout, ...failedOver);
    expect(asked).toEqual(["south"]);
  });

  it("a payout that went from one to another is held before the other is asked", async () => {
    const payout = await sellToNobodyYet();
    await say("north", false);
    await world.happened(payout, "PayoutRequested", "PayoutAttemptRejected");
    await waits(payout, "destination-unavailable");
    await world.publishTwice(holdOf(payout));
    await world.happened(payout, "PayoutRequested", "PayoutAttemptRejected", "PayoutWithheld");
    expect(asked).toEqual([]);
    await say("north", true);
  });

  it("a payout that the second was not asked for yet is not held while the first may have paid it", async () => {
    says.set("north", { kind: "rejected", reason: "channel-closed" });
    statuses.set("north", arrived());
    const payout = await sell();
    await waits(payout, "earlier-attempt-open");
    await world.publishTwice(holdOf(payout));
    const held = ["PayoutRequested", "PayoutAttemptRejected", "PayoutHoldRequested"] as const;
    await world.happened(payout, ...held);
    statuses.set("north", failed("refused-by-provider"));
    await world.happened(payout, ...held, "PayoutWithheld");
    expect(asked).toEqual(["north"]);
  });

  it("a payout that was released is not held again while what was held before may arrive", async () => {
    says.set("north", { kind: "rejected", reason: "receiver-wallet-full" });
    const earlier = await sell();
    await world.happened(earlier, "PayoutRequested", "PayoutFailed");
    statuses.set("north", arrived());
    const earlierPayoutIds = [earlier.payoutId];
    const payout = await world.publish(world.make.sale(earlier.destination, { earlierPayoutIds }));
    await waits(payout, "earlier-attempt-open");
    await world.publishTwice(holdOf(payout));
    await world.happened(payout, "PayoutRequested", "PayoutHoldRequested");
    statuses.clear();
    await world.happened(payout, "PayoutRequested", "PayoutHoldRequested", "PayoutWithheld");
    expect(asked).toEqual(["north"]);
  });

  it("a payout is not made by the second while nobody can ask the first, which had refused it, because no setting names it", async () => {
    says.set("north", { kind: "rejected", reason: "channel-closed" });
    says.set("south", { kind: "unknown", cause: "no-response" });
    const payout = await sell();
    await eventually("both were asked", () => asked.includes("south"));
    await world.stopReplicas();
    says.clear();
    asked.length = 0;
    await world.start({ disburseRails: [railOf("south")] });
    await waits(payout, "earlier-attempt-open");
    expect(asked).toEqual([]);
    await world.stopReplicas();
    await world.start({ disburseRails: newRails() });
    await world.happened(payout, ...failedOver);
    expect(asked).toEqual(["south"]);
  });

  it("a payout that the second gave back at once does not fail while the first may have paid it", async () => {
    says.set("north", { kind: "rejected", reason: "channel-closed" });
    says.set("south", { kind: "accepted", value: { kind: "pending", providerReference } });
    statuses.set("south", { kind: "pending", providerReference });
    const payout = await sell();
    await eventually("the second was asked", () => asked.length === 2);
    const { settledAt: reversedAt, ...back } = arrived();
    statuses.set("north", arrived()).set("south", { ...back, kind: "reversed", reversedAt });
    await waits(payout, "earlier-attempt-open");
    await world.happened(payout, "PayoutRequested", "PayoutAttemptRejected");
    statuses.set("north", failed("refused-by-provider"));
    await world.happened(payout, "PayoutRequested", "PayoutAttemptRejected", "PayoutFailed");
  });

  it("a payout of which nobody knows whether it was made is not ordered again once it shall be held", async () => {
    says.set("north", { kind: "unknown", cause: "no-response" });
    const payout = await sell();
    await eventually("it is asked for", () => asked.length === 1);
    await world.publishTwice(holdOf(payout));
    await waits(payout, "hold-requested");
    await world.happened(payout, "PayoutRequested", "PayoutHoldRequested");
    expect(asked).toEqual(["north"]);
    statuses.set("north", failed("refused-by-provider"));
    await world.happened(payout, "PayoutRequested", "PayoutHoldRequested", "PayoutWithheld");
  });

  it("a payout waits while all are disabled, and nobody is called", async () => {
    await world.stopReplicas();
    const start = (settings?: Readonly<Record<string, string>>) =>
      world.start({ disburseRails: [railOf("sandbox")] }, settings);
    await start({ DISBURSE_RAIL: "-sandbox" });
    const payout = await sell();
    await waits(payout);
    expect(asked).toEqual([]);
    await world.stopReplicas();
    await start();
    await world.happened(payout, ...settled);
    expect(asked).toEqual(["sandbox"]);
  });

  it("a purchase is nobody's while every node is disabled: transactions hears so, and asks nobody to pay for what would wait", async () => {
    const closed = async () => {
      const context = { correlationId: "test", causationId: newId<string>() };
      const reply = await world.messaging.request(ListClosedDisbursements, {}, { context });
      return reply.kind === "replied" ? reply.data.closedChannels : [reply.kind];
    };
    await world.stopReplicas();
    const overrides = { disburseRails: [railOf("sandbox")] };
    await world.start(overrides, { SEND_RAIL: "-sandbox" });
    expect(await closed()).toEqual(["lightning-address", "bolt11", "lnurl", "onchain"]);
    await world.stopReplicas();
    await world.start(overrides);
    expect(await closed()).toEqual([]);
  });
});
