import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import type { TestPayout } from "./orders.fixture.ts";
import { createPayoutWorld } from "./payouts.fixture.ts";
import { createScriptedNode } from "./scripted-node.fixture.ts";

const settled = ["PayoutRequested", "PayoutSettled"] as const;
const secondTime = ["PayoutRequested", "PayoutAttemptRejected", "PayoutSettled"] as const;
const noRoute = { kind: "rejected", reason: "no-route" } as const;
const placesMax = 3;

const [north, south] = [createScriptedNode("north"), createScriptedNode("south")];
const world = await createPayoutWorld();
await world.start(
  { sendRails: [north.rail, south.rail] },
  { SEND_UNRESOLVED_PER_RECEIVER_MAX: String(placesMax), CHAIN_UNCONFIRMED_MS: "1000" },
);

afterAll(() => world.stop());

const noAttempt = { natural_key: null, status_checks: 0 };
const attemptsOf = ({ payoutId }: TestPayout) =>
  world.rows<{
    readonly provider: string;
    readonly state: string;
    readonly natural_key: string | null;
    readonly last_error: string | null;
    readonly status_checks: number;
  }>("select * from attempts where subject_id = $1 order by attempt_number", payoutId);
const typesOf = async (payout: TestPayout) =>
  (await world.eventsOf(payout)).map(({ type }) => type);
const waitsFor = (payout: TestPayout, code: string) =>
  eventually(`it waits: ${code}`, async () => {
    return (await attemptsOf(payout)).at(-1)?.last_error === code;
  });

describe("a transaction that no node takes", () => {
  it("is followed by one that spends the same coins, at the same node", async () => {
    const receiver = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
    north.answers.set(receiver, noRoute);
    const payout = await world.order(receiver);
    await eventually("another one is signed", () => north.prepared.length > 1);
    north.answers.delete(receiver);
    await eventually(
      "it is through",
      async () => (await typesOf(payout)).at(-1) === "PayoutSettled",
    );
    const [first, ...others] = north.prepared;
    const coins = [`${north.sent[0]?.slice("chain:".length)}:0`];
    expect(first?.replaces).toBeUndefined();
    const [before = first, last] = [north.prepared.at(-2), others.at(-1)];
    expect(last?.replaces).toEqual({ key: before?.key, spends: coins });
    expect(new Set((await attemptsOf(payout)).map(({ provider }) => provider))).toEqual(
      new Set(["north"]),
    );
  });

  it.each([
    ["its coins cannot be spent again", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", 2],
    [
      "it was refused as often as it may be",
      "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
      4,
    ],
  ])("is never given up where %s: a person looks", async (_, receiver, attemptsMade) => {
    if (attemptsMade === 2) north.unreplaced.add(receiver);
    north.answers.set(receiver, noRoute);
    const payout = await world.order(receiver);
    await waitsFor(payout, "cannot-replace");
    const refusals = Array.from({ length: attemptsMade - 1 }, () => "PayoutAttemptRejected");
    expect(await typesOf(payout)).toEqual(["PayoutRequested", ...refusals]);
    expect(await attemptsOf(payout)).toHaveLength(attemptsMade);
    expect(south.prepared.map(({ destination }) => destination.canonical)).not.toContain(receiver);
  });
});

describe("with two nodes", () => {
  it("a payout that finds no way from the first is the second one's, once and at once", async () => {
    north.answers.set("far@away.example", noRoute);
    north.statuses.set("far@away.example", { kind: "failed", reason: "no-route" });
    const payout = await world.order("far@away.example");
    await world.happened(payout, ...secondTime);
    expect(await attemptsOf(payout)).toMatchObject([
      { provider: "north", state: "rejected" },
      { provider: "south", state: "settled" },
    ]);
    expect((await world.eventsOf(payout))[0]).toMatchObject({ choice: { provider: "north" } });
  });

  it("a payout whose answer is lost stays the first one's", async () => {
    north.answers.set("lost@away.example", { kind: "unknown", cause: "no-response" });
    const payout = await world.order("lost@away.example");
    await world.happened(payout, ...settled);
    expect(await attemptsOf(payout)).toMatchObject([{ provider: "north", state: "settled" }]);
  });

  it("what the receiver refuses is nobody else's", async () => {
    north.answers.set("none@away.example", { kind: "rejected", reason: "refused-by-receiver" });
    const payout = await world.order("none@away.example");
    await world.happened(payout, "PayoutRequested", "PayoutFailed");
    expect(await attemptsOf(payout)).toHaveLength(1);
  });

  it("no second invoice is paid while the first one, thought to have failed, is under way", async () => {
    north.answers.set("late@away.example", noRoute);
    north.statuses.set("late@away.example", { kind: "in-flight" });
    const payout = await world.order("late@away.example");
    await waitsFor(payout, "earlier-attempt-open");
    const [first] = await attemptsOf(payout);
    const isSouths = ({ destination }: (typeof south.prepared)[number]) =>
      destination.canonical === "late@away.example";
    expect(south.prepared.some(isSouths)).toBe(true);
    expect(north.sent.filter((key) => key === first?.natural_key)).toHaveLength(1);
    const attempts = await attemptsOf(payout);
    expect(attempts.slice(1)).toMatchObject([{ natural_key: null, state: "open" }]);
  });
});

describe("a node that says that it knows nothing of a send", () => {
  const lost = { kind: "unknown", cause: "no-response" } as const;
  const notFound = { kind: "not-found" } as const;
  const sentTo = (key: string | null | undefined) => north.sent.filter((one) => one === key).length;

  it("is asked to send it again where it knows what it has paid before", async () => {
    await world.happened(await world.order("known@memory.example"), ...settled);
    north.answers.set("again@memory.example", lost);
    north.statuses.set("again@memory.example", notFound);
    const payout = await world.order("again@memory.example");
    const key = async () => (await attemptsOf(payout))[0]?.natural_key;
    await eventually("it is sent again", async () => sentTo(await key()) > 1);
    north.statuses.delete("again@memory.example");
    await world.happened(payout, ...settled);
  });

  it("is not believed where it does not: it came back from an old copy, or is another one", async () => {
    await world.happened(await world.order("before@memory.example"), ...settled);
    north.statuses.set("before@memory.example", notFound);
    north.answers.set("once@memory.example", lost);
    north.statuses.set("once@memory.example", notFound);
    const payout = await world.order("once@memory.example");
    await waitsFor(payout, "node-forgot");

    // What it pays from now on makes it no more trustworthy.
    await world.happened(await world.order("next@memory.example"), ...settled);
    const [{ natural_key: key, status_checks: checks } = noAttempt] = await attemptsOf(payout);
    await eventually("it is asked again", async () => {
      return ((await attemptsOf(payout))[0]?.status_checks ?? 0) > checks + 1;
    });
    expect(await attemptsOf(payout)).toMatchObject([{ state: "unknown" }]);
    expect(sentTo(key)).toBe(1);
  });
});

describe("a receiver who never ends what is sent to him", () => {
  it("binds no more than his places, while others are paid", async () => {
    const names = Array.from({ length: 30 }, (_, at) => `hold${at}@hub.example`);
    const hanging = { kind: "in-flight" } as const;
    for (const name of names) {
      north.answers.set(name, { kind: "accepted", value: hanging });
      north.statuses.set(name, hanging);
    }
    const payouts = await Promise.all(names.map((name) => world.order(name)));
    const states = async () => (await Promise.all(payouts.map(attemptsOf))).flat();
    await eventually("all others wait", async () => {
      const waiting = (await states()).filter((one) => one.last_error === "receiver-has-too-many");
      return waiting.length === names.length - placesMax;
    });
    const called = (await states()).filter(({ natural_key }) => natural_key !== null);
    expect(called).toHaveLength(placesMax);

    const other = await world.order("somebody@else.example");
    await world.happened(other, ...settled);

    // One of them ends at last: its place is another one's.
    const [ended] = called;
    const at = payouts.findIndex(
      ({ payoutId }) => payoutId === (ended as { subject_id?: string }).subject_id,
    );
    north.statuses.delete(names[at] ?? "");
    await eventually("another one is sent", async () => {
      return (await states()).filter(({ natural_key }) => natural_key !== null).length > placesMax;
    });
    const open = (await states()).filter(
      ({ natural_key, state }) => natural_key !== null && state !== "settled",
    );
    expect(open.length).toBeLessThanOrEqual(placesMax);
  });
});
