import { PayoutWithheld, TransactionHoldRequested, VerdictApproved } from "@sanu/contracts";
import { newId, systemClock } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { chainAddresses } from "./chain-addresses.fixture.ts";
import { amounts, type TestPayout } from "./orders.fixture.ts";
import { createPayoutWorld } from "./payouts.fixture.ts";
import { createBatchingNode, transactionOf } from "./scripted-batches.fixture.ts";

const settled = ["PayoutRequested", "PayoutSettled"] as const;
const node = createBatchingNode("lnd");
const world = await createPayoutWorld();
const start = (payoutsMax: number, waitMs: number) =>
  world.start(
    { sendRails: [node.rail] },
    {
      CHAIN_BATCH_PAYOUTS_MAX: String(payoutsMax),
      CHAIN_BATCH_WAIT_MS: String(waitMs),
      ATTEMPT_LEASE_MS: "3000",
      PROVIDER_TIMEOUT_MS: "500",
    },
  );
const longest = 600_000;

afterEach(() => node.quiet());
afterAll(() => world.stop());

const addresses = [...chainAddresses];
const newAddress = () => {
  const address = addresses.pop() ?? "";
  addresses.unshift(address);
  return address;
};

interface AttemptRow {
  readonly attempt_id: string;
  readonly state: string;
  readonly natural_key: string | null;
  readonly last_error: string | null;
  readonly call_error: string | null;
  readonly calls: number;
}
const attemptsOf = ({ payoutId }: TestPayout) =>
  world.rows<AttemptRow>("select * from attempts where subject_id = $1", payoutId);
const keysOf = async (payouts: readonly TestPayout[]) =>
  (await Promise.all(payouts.map(attemptsOf))).flat().map(({ natural_key: key }) => key ?? "");
const order = (count: number) =>
  Promise.all(Array.from({ length: count }, () => world.order(newAddress())));
const allHappened = (payouts: readonly TestPayout[], ...types: readonly string[]) =>
  Promise.all(payouts.map((payout) => world.happened(payout, ...types)));
const waits = (payout: TestPayout) =>
  eventually("it waits", async () => (await attemptsOf(payout))[0]?.last_error === "awaits-batch");
const hold = async (payout: TestPayout) => {
  const { payoutId, transactionId } = payout;
  const fact = { payoutId, transactionId, requestedAt: systemClock.now() };
  await world.publishTwice({ ...payout, definition: TransactionHoldRequested, fact });
};
const sayNever = ({ payoutId: subjectId, transactionId }: TestPayout) =>
  world.publishFact(VerdictApproved, transactionId, {
    caseId: newId<"CaseId">(),
    transactionId,
    leg: "payout",
    subjectId,
    money: { currency: "SATS", amountSats: amounts.amountSats },
    verdict: { kind: "never" },
    approvedAt: systemClock.now(),
  });
const review = (payouts: readonly TestPayout[]) =>
  Promise.all(
    payouts.map(({ payoutId }) =>
      world.rows("update attempts set reviewed_at = now() where subject_id = $1", payoutId),
    ),
  );
/** False while one of them is in somebody's hands, who would write when it is due again. */
const putOff = async (payouts: readonly TestPayout[]) => {
  const text = `
    update attempts set next_at = clock_timestamp() + interval '1 hour' where subject_id = any($1)
      and not exists (select from attempts where subject_id = any($1) and lease_until > clock_timestamp())
    returning 1`;
  const done = await world.rows(text, idsOf(payouts));
  return done.length === payouts.length;
};
const goOn = (payouts: readonly TestPayout[]) =>
  world.rows("update attempts set next_at = now() where subject_id = any($1)", idsOf(payouts));
const idsOf = (payouts: readonly TestPayout[]) => payouts.map(({ payoutId }) => payoutId);
const transactionsOf = (keys: readonly string[]) => new Set(keys.map(transactionOf));

describe("payouts on chain that wait for each other", () => {
  it("leave as soon as they are enough, each in one transaction, with two replicas and every order told twice", async () => {
    await Promise.all([start(3, longest), start(3, longest)]);
    const payouts = Array.from({ length: 6 }, () => world.make.purchase(newAddress()));
    await Promise.all([...payouts, ...payouts].map(world.publish));

    await allHappened(payouts, ...settled);

    const keys = await keysOf(payouts);
    expect(new Set(keys).size).toBe(6);
    expect(transactionsOf(keys).size).toBe(2);
    // What was signed behind the end of a lease is stored by nobody, and never leaves.
    expect(node.batches.flat()).toEqual(expect.arrayContaining(keys));
    expect(keys).toEqual(expect.arrayContaining([...node.sent]));
    expect(node.prepared).toEqual([]);
    const signed = "select natural_key from signed_transactions where natural_key = any($1)";
    expect(await world.rows(signed, keys)).toHaveLength(6);
  });

  it("are all stored before any is published, so that none is signed again behind a crash, or taken back", async () => {
    const seen: number[] = [];
    const payouts = Array.from({ length: 3 }, () => world.make.purchase(newAddress()));
    const [held, ...others] = payouts;
    let dies = true;
    node.on.send = async (naturalKey) => {
      const text = "select 1 from attempts where natural_key like $1 and called_at is not null";
      seen.push((await world.rows(text, `${transactionOf(naturalKey)}:%`)).length);
      if (dies) throw new Error("Died between storing and publishing");
    };
    await Promise.all(payouts.map(world.publish));

    await eventually("it died", () => seen.length > 0);
    await eventually("none of them is called", () => putOff(payouts));
    if (held !== undefined) {
      await hold(held);
      await world.happened(held, "PayoutRequested", "PayoutHoldRequested");
      dies = false;
      await goOn(payouts);
      await world.happened(held, "PayoutRequested", "PayoutHoldRequested", "PayoutSettled");
    }
    await allHappened(others, ...settled);

    expect(new Set(seen)).toEqual(new Set([3]));
    const keys = await keysOf(payouts);
    expect(node.batches.at(-1)?.toSorted()).toEqual(keys.toSorted());
    expect(transactionsOf(keys).size).toBe(1);
  });

  it("are none of them stored where one has another holder by now, and go together later", async () => {
    const made = node.batches.length;
    node.on.batch = async (orders) => {
      node.quiet();
      const text =
        "update attempts set fence = fence + 1, written_with = fence + 1 where attempt_id = $1";
      await world.rows(text, orders[1]?.key ?? "");
    };
    const payouts = await order(3);

    await allHappened(payouts, ...settled);

    const [lost = [], ...stored] = node.batches.slice(made);
    expect(stored.flat().toSorted()).toEqual((await keysOf(payouts)).toSorted());
    expect(node.sent).not.toEqual(expect.arrayContaining([lost[0]]));
    const signed = "select 1 from signed_transactions where natural_key = any($1)";
    expect(await world.rows(signed, lost)).toEqual([]);
  });

  it("are without one that was held meanwhile", async () => {
    const withheld = world.listen(PayoutWithheld);
    const [held, ...others] = await order(2);
    if (held === undefined) throw new Error("There is one");
    await Promise.all([held, ...others].map(waits));
    await hold(held);
    await world.happened(held, "PayoutRequested", "PayoutWithheld");
    const payouts = [...others, ...(await order(2))];

    await allHappened(payouts, ...settled);

    await eventually("it is told", () => withheld.length > 0);
    expect(await keysOf([held])).toEqual([""]);
    expect(transactionsOf(await keysOf(payouts)).size).toBe(1);
  });

  it("are paid without one that cannot be, which fails by itself", async () => {
    const unusable = { kind: "rejected", reason: "destination-unusable" } as const;
    const bad = await world.order(newAddress());
    await waits(bad);
    const keys = (await attemptsOf(bad)).map((attempt) => attempt.attempt_id);
    node.batchOffers.set(bad.destination, { ...unusable, keys });
    node.offers.set(bad.destination, unusable);
    const payouts = await order(3);

    await allHappened([bad], "PayoutRequested", "PayoutFailed");
    await allHappened(payouts, ...settled);

    expect(transactionsOf(await keysOf(payouts)).size).toBe(1);
  });

  it("go each alone where the node refuses them together and names nobody", async () => {
    const payouts = Array.from({ length: 3 }, () => world.make.purchase(newAddress()));
    const refusal = { kind: "rejected", reason: "insufficient-balance", keys: [] } as const;
    for (const { destination } of payouts) node.batchOffers.set(destination, refusal);
    await Promise.all(payouts.map(world.publish));

    await allHappened(payouts, ...settled);

    const keys = await keysOf(payouts);
    expect(keys.every((key) => key.split(":").length === 2)).toBe(true);
  });

  it("are never another attempt where no node takes their transaction: it stays theirs", async () => {
    const payouts = Array.from({ length: 3 }, () => world.make.purchase(newAddress()));
    for (const { destination } of payouts) {
      node.answers.set(destination, { kind: "rejected", reason: "no-route" });
    }
    const made = node.batches.length;
    await Promise.all(payouts.map(world.publish));
    const rows = async () => (await Promise.all(payouts.map(attemptsOf))).flat();

    await eventually("all were refused", async () => {
      const refused = (await rows()).filter((one) => one.call_error === "rejected-when-resent");
      return refused.length === 3;
    });

    expect(await rows()).toHaveLength(3);
    expect(new Set((await rows()).map(({ state }) => state))).toEqual(new Set(["unknown"]));
    for (const { destination } of payouts) node.answers.delete(destination);
    await allHappened(payouts, ...settled);
    expect(node.batches).toHaveLength(made + 1);
  });

  it("do not end as never sent while another one may publish what pays it, and do once none does", async () => {
    const payouts = Array.from({ length: 3 }, () => world.make.purchase(newAddress()));
    const [one, ...others] = payouts;
    if (one === undefined) throw new Error("There is one");
    const refusal = { kind: "rejected", reason: "no-route" } as const;
    for (const { destination } of payouts) node.answers.set(destination, refusal);
    await Promise.all(payouts.map(world.publish));
    await eventually("all were refused", async () => {
      const rows = (await Promise.all(payouts.map(attemptsOf))).flat();
      return rows.filter((row) => row.call_error === "rejected-when-resent").length === 3;
    });
    await review([one]);
    await sayNever(one);
    const parked = () =>
      world.rows(
        "update parked_facts set due_at = now() where lane = $1 returning 1",
        one.payoutId,
      );
    await eventually("it waits", async () => (await parked()).length === 1);
    await world.happened(one, "PayoutRequested");
    const [waiting] = await attemptsOf(one);
    expect(waiting?.state).toBe("unknown");

    await review(others);

    await eventually("it is tried again", async () => (await parked()).length === 0);
    await world.happened(one, "PayoutRequested", "PayoutFailed");
    await Promise.all(others.map(sayNever));
    await allHappened(others, "PayoutRequested", "PayoutFailed");
  });
});

describe("payouts on chain that are not enough", () => {
  it("leave together once the first one has waited long enough, but for a second one to the same address", async () => {
    await world.stopReplicas();
    await start(4, 500);
    const one = world.make.purchase(newAddress());
    const other = world.make.purchase(newAddress());
    const same = world.make.purchase(one.destination);
    for (const payout of [one, other, same]) await world.publish(payout);

    await allHappened([one, other, same], ...settled);

    expect(transactionsOf(await keysOf([one, other, same])).size).toBe(2);
    expect(transactionsOf(await keysOf([one, same])).size).toBe(2);
    expect(node.batches.at(-1)).toHaveLength(2);
    expect(node.batches.filter((keys) => keys.length < 2)).toEqual([]);
  });
});
