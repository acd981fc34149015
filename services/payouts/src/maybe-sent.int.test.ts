import { attemptKey, circuitLimits } from "@sanu/attempts";
import {
  type FactInput,
  PayoutOutcomeUnknown,
  TransactionHoldRequested,
  VerdictApproved,
} from "@sanu/contracts";
import { newId, systemClock, xof } from "@sanu/kernel";
import { listParked, replayParked } from "@sanu/platform";
import { createSandboxDisburseRail, type DisburseRail, type DisburseStatus } from "@sanu/rails";
import { allAcknowledged, eventually, loseAggregates, quickTimings } from "@sanu/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { amounts, type TestPayout } from "./orders.fixture.ts";
import { createPayoutWorld, type PayoutWorld } from "./payouts.fixture.ts";
import { createScriptedNode } from "./scripted-node.fixture.ts";

type Verdict = FactInput<typeof VerdictApproved>["verdict"];

const group = "payouts-from-transactions";
const inReview = ["PayoutRequested", "PayoutOutcomeUnknown"] as const;
const none = { begun: 0, settled: 0 };
const once = { begun: 1, settled: 1 };
/** What is in review is asked about as quickly as everything else here. */
const timings = {
  limits: { ...quickTimings.limits, statusCheckInReviewMs: 100 },
  times: quickTimings.times,
};

let world: PayoutWorld;

beforeEach(async () => {
  world = await createPayoutWorld({ slowMs: 300, hangMs: 300 });
});

afterEach(() => world.stop());

const parked = () => listParked(world.database, { group });
const saidToBeMaybeSent = (payout: TestPayout, provider: string | null = null) =>
  replayParked(world.database, {
    group,
    aggregateId: payout.payoutId,
    maybeSent: { provider },
  });
const attemptsOf = ({ payoutId }: TestPayout) =>
  world.rows<{ readonly provider: string; readonly state: string; readonly last_error: string }>(
    "select * from attempts where subject_id = $1 order by attempt_number",
    payoutId,
  );
const saysNow = (payout: TestPayout, state: string, code: string | null) =>
  eventually(`it is ${state}, ${code}`, async () => {
    const [attempt] = await attemptsOf(payout);
    return attempt?.state === state && attempt.last_error === code;
  });
/** Several polls of every loop. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 700));

/** A service calls, tells nobody what became of it, and comes back on a database that knows nothing of the call. */
const lostAfterCall = async (
  payouts: readonly TestPayout[],
  start: () => Promise<unknown>,
  isCalled: () => Promise<boolean>,
) => {
  await start();
  for (const payout of payouts) await world.publish(payout);
  await eventually("the provider is called", isCalled);
  await allAcknowledged(world.messaging, group);
  await world.stopReplicas();
  await loseAggregates(world.database, ...payouts.map(({ payoutId }) => payoutId));
  world.sandbox.control.clearFaults();
  await Promise.all([start(), start()]);
  await eventually("what may have been paid is parked", async () => {
    return (await parked()).length === payouts.length;
  });
};

const verdictOn = (payout: TestPayout, verdict: Verdict, money: "XOF" | "SATS") => {
  const fact: FactInput<typeof VerdictApproved> = {
    caseId: newId<"CaseId">(),
    transactionId: payout.transactionId,
    leg: "payout",
    subjectId: payout.payoutId,
    money:
      money === "XOF"
        ? { currency: "XOF", amountXof: amounts.amountXof }
        : { currency: "SATS", amountSats: amounts.amountSats },
    verdict,
    approvedAt: systemClock.now(),
  };
  return world.publishFact(VerdictApproved, payout.transactionId, fact);
};

describe("francs that a database had paid out which is no more, and that are said to be maybe sent", () => {
  const start = () => world.start({ timings });
  /** Whatever the provider did with the call, nobody was told. */
  const lostCall = async (ending: string, { acts = true } = {}) => {
    world.sandbox.control.decideFaults((operation) => {
      if (operation === "disbursements.create") return { mode: "reset", acts };
      return operation === "disbursements.read" ? { mode: "http-500", acts: false } : undefined;
    });
    const payout = world.make.sale(`+2290196000${ending}`);
    const calls = () => world.callsOf("disbursements.create");
    const before = calls();
    await lostAfterCall([payout], start, async () => calls() > before);
    return { payout, calls: calls() };
  };
  const key = ({ payoutId }: TestPayout) => attemptKey("disbursement", payoutId, 1);
  const created = (payout: TestPayout) =>
    world.sandbox.journal.ofKind("disbursement-created").filter((one) => one.key === key(payout));

  it("are found at their provider by their key, settle, and nobody is called a second time", async () => {
    const { payout, calls } = await lostCall("001");
    const published = world.listen(PayoutOutcomeUnknown);
    expect(await saidToBeMaybeSent(payout)).toBe(1);
    await world.happened(payout, ...inReview, "PayoutSettled");
    expect(world.callsOf("disbursements.create")).toBe(calls);
    expect(await world.disbursementsOf(payout)).toEqual(once);
    expect(await parked()).toEqual([]);
    await eventually("people are told once", () => published.length === 1);
  });

  it("are people's where their provider does not know them, and are not sent again, however long that lasts", async () => {
    const { payout, calls } = await lostCall("001", { acts: false });
    await saidToBeMaybeSent(payout);
    await world.happened(payout, ...inReview);
    await saysNow(payout, "unknown", "not-found");
    await quiet();
    expect(world.callsOf("disbursements.create")).toBe(calls);

    await verdictOn(payout, { kind: "never" }, "XOF");
    await world.happened(payout, ...inReview, "PayoutFailed");
    expect(await world.disbursementsOf(payout)).toEqual(none);
    expect(world.callsOf("disbursements.create")).toBe(calls);
  });

  it("are people's where their provider refused them: a later attempt, which is lost, may have arrived", async () => {
    const { payout, calls } = await lostCall("412");
    await saidToBeMaybeSent(payout);
    await world.happened(payout, ...inReview);
    await saysNow(payout, "unknown", "receiver-wallet-full");
    await quiet();
    await world.happened(payout, ...inReview);
    expect(await attemptsOf(payout)).toHaveLength(1);
    expect(world.callsOf("disbursements.create")).toBe(calls);

    const money = { currency: "XOF", amountXof: amounts.amountXof } as const;
    await verdictOn(payout, { kind: "arrived", providerReference: "d-8", money }, "XOF");
    await world.happened(payout, ...inReview, "PayoutSettled");
    await quiet();
    // That the first one was refused was known, and contradicts nobody.
    await world.happened(payout, ...inReview, "PayoutSettled");
  });

  it("wait while they are on their way there, and settle when they arrive", async () => {
    const { payout, calls } = await lostCall("202");
    await saidToBeMaybeSent(payout);
    await world.happened(payout, ...inReview, "PayoutSettled");
    expect(world.callsOf("disbursements.create")).toBe(calls);
    expect(created(payout)).toHaveLength(1);
  });

  it("stay so when the replay fails at first, whoever replays them then, and whatever fact comes again meanwhile", async () => {
    const { payout, calls } = await lostCall("001");
    // Nobody of that name is here: whoever said so was wrong.
    expect(await saidToBeMaybeSent(payout, "elsewhere")).toBe(1);
    await eventually("the replay has failed", async () => {
      const [fact] = await parked();
      return fact?.maybeSent?.dueAt === null && fact.maybeSent.reason !== null;
    });
    const [failed] = await parked();
    expect(failed).toMatchObject({ dueAt: null, maybeSent: { provider: "elsewhere" } });
    expect(failed?.maybeSent?.reason).toContain("elsewhere");
    await world.publish(payout);
    await allAcknowledged(world.messaging, group);
    expect(world.callsOf("disbursements.create")).toBe(calls);

    expect(await saidToBeMaybeSent(payout, "sandbox")).toBe(1);
    await world.happened(payout, ...inReview, "PayoutSettled");
    await world.stopReplicas();
    await Promise.all([start(), start()]);
    await quiet();
    expect(await parked()).toEqual([]);
    await world.happened(payout, ...inReview, "PayoutSettled");
    expect(world.callsOf("disbursements.create")).toBe(calls);
  });

  it("stay so where somebody then replays them as if they had not been sent", async () => {
    const { payout, calls } = await lostCall("001");
    await saidToBeMaybeSent(payout, "elsewhere");
    await eventually("the replay has failed", async () => {
      return (await parked())[0]?.maybeSent?.dueAt === null;
    });
    await replayParked(world.database, { group, aggregateId: payout.payoutId });
    // As a command does it that knows nothing of what was said.
    await world.rows("update parked_facts set due_at = clock_timestamp()");
    await quiet();
    expect(world.callsOf("disbursements.create")).toBe(calls);
    await saidToBeMaybeSent(payout);
    await world.happened(payout, ...inReview, "PayoutSettled");
    expect(world.callsOf("disbursements.create")).toBe(calls);
  });

  it("are not taken back as never sent when their account is suspended", async () => {
    const { payout } = await lostCall("001", { acts: false });
    await saidToBeMaybeSent(payout);
    await saysNow(payout, "unknown", "not-found");
    const { payoutId, transactionId } = payout;
    const fact = { payoutId, transactionId, requestedAt: systemClock.now() };
    await world.publish({ ...payout, definition: TransactionHoldRequested, fact });
    await world.happened(payout, ...inReview, "PayoutHoldRequested");
    expect(await attemptsOf(payout)).toMatchObject([{ state: "unknown" }]);
  });

  it("are never ended as refused by a release that does not know what may have been sent", async () => {
    const { payout } = await lostCall("001", { acts: false });
    await saidToBeMaybeSent(payout);
    await saysNow(payout, "unknown", "not-found");
    const end = "update attempts set state = 'rejected' where subject_id = $1";
    await expect(world.rows(end, payout.payoutId)).rejects.toThrow("attempts_maybe_sent");
  });
});

describe("francs that one of several providers may have been asked for", () => {
  const statuses = new Map<string, DisburseStatus>();
  const asked: string[] = [];
  const railOf = (provider: string): DisburseRail => ({
    ...createSandboxDisburseRail({ baseUrl: world.sandbox.url }),
    provider,
    async disburse() {
      asked.push(provider);
      return { kind: "unknown", cause: "no-response" };
    },
    status: async () => statuses.get(provider) ?? { kind: "not-found" },
  });
  const start = () => world.start({ timings, disburseRails: [railOf("north"), railOf("south")] });
  const lostCalls = async (count: number) => {
    asked.length = 0;
    for (const name of ["north", "south"]) {
      statuses.set(name, { kind: "unknown", cause: "no-response" });
    }
    const payouts = Array.from({ length: count }, (_, at) => {
      return world.make.sale(`+22901960${10 + at}001`);
    });
    await lostAfterCall(payouts, start, async () => asked.length >= count);
    return payouts;
  };

  it("are asked about where the operator says, and nowhere before she does", async () => {
    const [payout] = await lostCalls(1);
    if (payout === undefined) throw new Error("One is lost");
    await saidToBeMaybeSent(payout);
    await eventually("the replay has failed, and says why", async () => {
      return (await parked())[0]?.maybeSent?.reason?.includes("north, south") === true;
    });
    expect(await attemptsOf(payout)).toEqual([]);

    statuses.set("south", {
      kind: "settled",
      providerReference: "d-9",
      amountXof: xof(BigInt(amounts.amountXof)),
      feeXof: xof(0n),
      settledAt: systemClock.now(),
    });
    await saidToBeMaybeSent(payout, "south");
    await world.happened(payout, ...inReview, "PayoutSettled");
    expect(await attemptsOf(payout)).toMatchObject([{ provider: "south", state: "settled" }]);
    expect(asked).toHaveLength(1);
  });

  it("do not count as faults of that one, which gets new orders as before", async () => {
    const payouts = await lostCalls(circuitLimits.failedInRowMax + 1);
    statuses.clear();
    for (const payout of payouts) await saidToBeMaybeSent(payout, "north");
    for (const payout of payouts) await saysNow(payout, "unknown", "not-found");
    await world.stopReplicas();
    asked.length = 0;
    await start();
    await world.publish(world.make.sale("+2290196000041"));
    await eventually("somebody is asked", () => asked.length > 0);
    expect(asked).toEqual(["north"]);
  });
});

describe("sats that a database had sent which is no more, and that are said to be maybe sent", () => {
  const node = createScriptedNode("north");
  const start = () =>
    world.start({ timings, sendRails: [node.rail] }, { CHAIN_BATCH_PAYOUTS_MAX: "3" });

  it.each([
    ["over an invoice that nobody has any more", () => world.make.purchase("lost@away.example")],
    [
      "on chain, where nobody knows in which transaction",
      () => world.make.purchase("bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"),
    ],
    ["back to a seller", () => world.make.refund("back@away.example")],
  ])("%s are people's at once: nothing is prepared, batched or sent", async (_how, make) => {
    const payout = make();
    node.answers.set(payout.destination, { kind: "unknown", cause: "no-response" });
    node.statuses.set(payout.destination, { kind: "unknown", cause: "no-response" });
    const before = { sent: node.sent.length, prepared: node.prepared.length };
    await lostAfterCall([payout], start, async () => node.sent.length > before.sent);
    const sent = node.sent.length;
    const prepared = node.prepared.length;

    await saidToBeMaybeSent(payout);
    await world.happened(payout, ...inReview);
    await saysNow(payout, "unknown", "key-lost");
    await quiet();
    expect([node.sent.length, node.prepared.length]).toEqual([sent, prepared]);
    expect(await parked()).toEqual([]);
  });

  it.each([
    ["arrived", "PayoutSettled"],
    ["never", "PayoutFailed"],
  ] as const)("end as two of the staff say: %s", async (kind, end) => {
    const payout = world.make.purchase("lost@away.example");
    node.answers.set(payout.destination, { kind: "unknown", cause: "no-response" });
    node.statuses.set(payout.destination, { kind: "unknown", cause: "no-response" });
    const before = node.sent.length;
    await lostAfterCall([payout], start, async () => node.sent.length > before);
    const sent = node.sent.length;
    await saidToBeMaybeSent(payout);
    await saysNow(payout, "unknown", "key-lost");
    const money = { currency: "SATS", amountSats: amounts.amountSats } as const;
    const verdict: Verdict =
      kind === "never" ? { kind } : { kind, providerReference: "hash-of-the-node", money };
    await verdictOn(payout, verdict, "SATS");
    await world.happened(payout, ...inReview, end);
    await quiet();
    await world.happened(payout, ...inReview, end);
    expect(node.sent.length).toBe(sent);
  });
});
