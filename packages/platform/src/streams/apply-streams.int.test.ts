import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { factSubject, type Namespace, type ReactionGroupDefinition } from "@sanu/contracts";
import { testNamespace, testNatsUrl } from "@sanu/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectNats, type Messaging } from "../messaging/connect-nats.ts";
import { applyStreams } from "./apply-streams.ts";
import { nameOfChange } from "./stream-changes.ts";

const groupOf = (...facts: readonly string[]): ReactionGroupDefinition => ({
  service: "transactions",
  group: "transactions-from-payments",
  source: "payments",
  facts,
});

describe("the set-up of streams", () => {
  let namespace: Namespace;
  let messaging: Messaging;
  let stream: string;

  beforeEach(async () => {
    namespace = testNamespace();
    stream = `${namespace}_PAYMENTS`;
    messaging = await connectNats({ url: testNatsUrl(), name: "streams-test", namespace });
  });

  afterEach(() => messaging.close());

  const apply = async (group: ReactionGroupDefinition) => {
    const setUp = { url: testNatsUrl(), namespace, replicas: 1, groups: [group] };
    return (await applyStreams(setUp)).map(nameOfChange);
  };
  const publish = async (name: string) => {
    const subject = factSubject(namespace, `sanu.payments.${name}.v1`);
    await jetstream(messaging.connection).publish(subject, name);
  };
  const info = async () =>
    (await jetstreamManager(messaging.connection)).consumers.info(
      stream,
      "transactions-from-payments",
    );

  it("makes what is missing once and leaves alone what is as it should be", async () => {
    const made = await apply(groupOf("PaymentCompleted", "PaymentFailed"));
    expect(made).toContain(`${stream}/transactions-from-payments`);
    const before = await info();
    const { config } = await (await jetstreamManager(messaging.connection)).streams.info(stream);
    expect(config).toMatchObject({ storage: "file", compression: "s2", deny_purge: true });

    expect(await apply(groupOf("PaymentFailed", "PaymentCompleted"))).toEqual([]);
    expect((await info()).created).toBe(before.created);
  });

  it("gives a durable of an earlier release today's time to acknowledge, where it stands", async () => {
    await apply(groupOf("PaymentCompleted"));
    const { created, config } = await info();
    const { consumers } = await jetstreamManager(messaging.connection);
    const name = "transactions-from-payments";
    await consumers.update(stream, name, { ack_wait: 30_000_000_000 });

    expect(await apply(groupOf("PaymentCompleted"))).toEqual([`${stream}/${name}`]);
    expect(await info()).toMatchObject({ created, config: { ack_wait: config.ack_wait } });
    expect(await apply(groupOf("PaymentCompleted"))).toEqual([]);
  });

  it("lets a group that learns a new fact hear also those that were published before", async () => {
    await apply(groupOf("PaymentCompleted"));
    await publish("PaymentFailed");
    await publish("PaymentCompleted");
    const consumer = await jetstream(messaging.connection).consumers.get(
      stream,
      "transactions-from-payments",
    );
    await (await consumer.next())?.ackAck();

    expect(await apply(groupOf("PaymentCompleted", "PaymentFailed"))).toEqual([
      `${stream}/transactions-from-payments`,
    ]);
    expect((await info()).num_pending).toBe(2);
  });
});
