import { isLongRun, lastingOutages, liveFor, partialOutages } from "@sanu/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CollectionWorld, createCollectionWorld } from "./collection.fixture.ts";

const pollMs = 10;
const againMs = 7_200_000;
const testMs = isLongRun() ? 300_000 : 60_000;
const rail = { calls: ["payments.create"], questions: ["payments.read"] } as const;
/** The call answers 500 and the status 404: by then every call that could be made was once used up. */
const long = "196 seconds";
const seen = partialOutages.slice(0, 1).map((outage) => ({ ...outage, long, lastsMs: 196_000 }));

let world: CollectionWorld;

beforeAll(async () => {
  world = await createCollectionWorld();
  // The pauses of production: it is the clock that is quick here.
  await world.start({ timings: { limits: {}, times: { pollMs } } });
});

afterAll(() => world.stop());

it.each([...seen, ...lastingOutages])(
  "a payer is asked once, and his money collected, behind an outage of $long in which $kind",
  { timeout: testMs },
  async ({ lastsMs, decide }) => {
    const { control, journal } = world.sandbox;
    const spoilt = () =>
      journal.ofKind("call").filter(({ response }) => response.startsWith("fault")).length;
    const before = spoilt();
    control.decideFaults(decide(rail));
    const order = await world.order("+2290166000789");
    await liveFor(world, order.paymentId, lastsMs);
    expect(spoilt()).toBeGreaterThan(before + 3);
    control.clearFaults();
    await liveFor(world, order.paymentId, againMs);
    const types = (await world.eventsOf(order)).map(({ type }) => type);
    // After an hour without a word a person is told.
    expect(types.filter((type) => type !== "PaymentOutcomeUnknown")).toEqual([
      "PaymentRequested",
      "PaymentInitiated",
      "PaymentCompleted",
    ]);
    const ofOrder = ({ key }: { readonly key: string }) => key === order.key;
    expect(journal.ofKind("payment-created").filter(ofOrder)).toHaveLength(1);
    expect(journal.ofKind("money-received").filter(ofOrder)).toHaveLength(1);
  },
);
