import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import type { TestPayout } from "./orders.fixture.ts";
import { createSendRecords } from "./payout/send/records.ts";
import { createPayoutWorld } from "./payouts.fixture.ts";
import { createScriptedNode } from "./scripted-node.fixture.ts";

const placesMax = 1;
const refused = { kind: "rejected", reason: "no-route" } as const;
const inFlight = { kind: "in-flight" } as const;
const accepted = { kind: "accepted", value: inFlight } as const;

const node = createScriptedNode("lnd");
const world = await createPayoutWorld();
await world.start(
  { sendRails: [node.rail] },
  {
    SEND_UNRESOLVED_PER_RECEIVER_MAX: String(placesMax),
    SEND_PLACE_WAIT_MS: "1000",
    SEND_RETRY_PAUSE_MS: "600000",
    OUTCOME_UNKNOWN_AFTER_MS: "3000",
  },
);

afterAll(() => world.stop());

interface AttemptRow {
  readonly state: string;
  readonly last_error: string | null;
}
const attemptsOf = ({ payoutId }: TestPayout) =>
  world.rows<AttemptRow>(
    "select * from attempts where subject_id = $1 order by attempt_number",
    payoutId,
  );

describe("a payout whose transaction was signed, and no node took it", () => {
  it("is a case and not refunded because its receiver has too many others: what was signed could still arrive", async () => {
    const receiver = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
    node.answers.set(receiver, refused);
    const signed = await world.order(receiver);
    await eventually("it is refused", async () => (await attemptsOf(signed)).length === 2);

    // Its place is another payout's to the same address, which waits for its blocks.
    node.answers.set(receiver, accepted);
    node.statuses.set(receiver, inFlight);
    const other = world.make.purchase(receiver);
    const handOver = "update send_slots set payout_id = $1 where payout_id = $2";
    await world.rows(handOver, other.payoutId, signed.payoutId);
    await world.publish(other);
    await eventually("the other one is sent", async () => {
      return (await attemptsOf(other))[0]?.state === "accepted";
    });
    const due = "update attempts set next_at = now() where subject_id = $1 and attempt_number = 2";
    await world.rows(due, signed.payoutId);

    // Behind what any other may wait, and nothing else has been said of it.
    await world.happened(
      signed,
      "PayoutRequested",
      "PayoutAttemptRejected",
      "PayoutOutcomeUnknown",
    );
    expect((await attemptsOf(signed)).at(-1)).toMatchObject({
      state: "open",
      last_error: "receiver-has-too-many",
    });
  });
});

describe("a payout that has a place of its receiver", () => {
  it("keeps it when it is tried again: nobody else takes it in between", async () => {
    const hub = "hub.example";
    const names = [`first@${hub}`, `second@${hub}`];
    for (const name of names) {
      node.answers.set(name, accepted);
      node.statuses.set(name, inFlight);
    }
    const [first, second] = names.map((name) => world.make.purchase(name));
    if (first === undefined || second === undefined) throw new Error("There are two");
    await world.publish(first);
    await eventually("it is sent", async () => (await attemptsOf(first))[0]?.state === "accepted");

    const terms = { perReceiverMax: placesMax };
    const other = createSendRecords(world.database, terms);
    // Whatever the first one asks, the second one looks for a place right behind it.
    const own = createSendRecords(
      {
        async query(statement) {
          const rows = await world.database.query<never>(statement);
          await other.takePlace(second.payoutId, hub);
          return rows;
        },
      },
      terms,
    );
    expect(await own.takePlace(first.payoutId, hub)).toBe(true);
    expect(await other.takePlace(second.payoutId, hub)).toBe(false);
    const held = "select payout_id from send_slots where destination_mark = $1";
    expect(await world.rows(held, hub)).toEqual([{ payout_id: first.payoutId }]);
  });
});
