import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { headers as natsHeaders } from "@nats-io/transport-node";
import { factSubject, streamName } from "@sanu/contracts";
import { makeStream, publishFacts, purchaseFacts, testNamespace, testNatsUrl } from "@sanu/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectNats, type Messaging } from "../messaging/connect-nats.ts";
import { type FactBatch, unpackFacts } from "./fact-batch.ts";
import { publishedFactLimits } from "./limits.ts";
import { readStreamBatches, readStreamFacts } from "./read-stream.ts";

const count = publishedFactLimits.streamBatchFacts * 2 + 1;
async function all<Batch>(batches: AsyncIterable<Batch>): Promise<readonly Batch[]> {
  const read: Batch[] = [];
  for await (const batch of batches) read.push(batch);
  return read;
}

const whole = { fromSequence: 1, untilSequence: count };

describe("the facts of a stream", () => {
  let messaging: Messaging;
  let stream: string;

  beforeEach(async () => {
    const namespace = testNamespace();
    stream = streamName(namespace, "transactions");
    messaging = await connectNats({ url: testNatsUrl(), name: "test", namespace });
    await makeStream(messaging, "transactions");
  });

  afterEach(() => messaging.close());

  const manager = () => jetstreamManager(messaging.connection, { checkAPI: false });
  const consumersOf = async () => (await manager()).consumers.list(stream).next();
  const read = (range = whole) => readStreamBatches(messaging, "transactions", range);
  const sequencesOf = (batches: readonly FactBatch[]) =>
    batches.flatMap((batch) => unpackFacts(batch).map(({ sequence }) => sequence));
  const upTo = (last: number) => Array.from({ length: last }, (_none, index) => index + 1);

  it("come once and in order although their consumer is deleted in between, and leave none behind", async () => {
    await publishFacts(messaging, purchaseFacts(count, 2));
    const batches: FactBatch[] = [];
    let deleted = 0;
    for await (const batch of read()) {
      batches.push(batch);
      if (batches.length % 10 !== 1) continue;
      for (const { name } of await consumersOf()) {
        await (await manager()).consumers.delete(stream, name);
        deleted += 1;
      }
    }
    expect(sequencesOf(batches)).toEqual(upTo(count));
    expect(deleted).toBeGreaterThan(1);
    expect(await consumersOf()).toEqual([]);
  });

  it("wait in the stream while whoever reads them is slow", async () => {
    await publishFacts(messaging, purchaseFacts(count, 2));
    const batches: FactBatch[] = [];
    let taken = 0;
    for await (const batch of read()) {
      batches.push(batch);
      taken += batch.count;
      if (batches.length > 12) continue;
      await new Promise((resolve) => setTimeout(resolve, 100));
      const [consumer] = await consumersOf();
      const given = consumer?.delivered.consumer_seq ?? 0;
      expect(given - taken).toBeLessThan(publishedFactLimits.streamBatchFacts);
      expect(given).toBeGreaterThan(taken);
    }
    expect(sequencesOf(batches)).toEqual(upTo(count));
  });

  it("are read although some are gone, and no further than to where they were wanted", async () => {
    await publishFacts(messaging, purchaseFacts(9, 2));
    for (const gone of [1, 4, 8]) await (await manager()).streams.deleteMessage(stream, gone);
    const batches = await all(read({ fromSequence: 1, untilSequence: 7 }));
    expect(sequencesOf(batches)).toEqual([2, 3, 5, 6, 7]);
    expect(await all(read({ fromSequence: 8, untilSequence: 8 }))).toEqual([]);
  });

  it("are what was published, byte for byte, and empty where a stranger left out the headers", async () => {
    const facts = [...purchaseFacts(3, 1)];
    await publishFacts(messaging, facts);
    const subject = factSubject(messaging.namespace, facts[0]?.type ?? "");
    await jetstream(messaging.connection).publish(subject, "NATS/1.0\r\n\r\n{}");
    const long = natsHeaders();
    long.set("ce-id", "x".repeat(publishedFactLimits.headBytesMax));
    await jetstream(messaging.connection).publish(subject, "{}", { headers: long });

    const range = { fromSequence: 1, untilSequence: 5 };
    const [batch = []] = await all(readStreamFacts(messaging, "transactions", range));
    expect(
      batch.slice(0, 3).map((fact) => ({ ...fact, data: Buffer.from(fact.data).toString() })),
    ).toEqual(
      facts.map((fact, index) => ({
        ...fact,
        sequence: index + 1,
        data: Buffer.from(fact.data).toString(),
      })),
    );
    const [bare, other] = batch.slice(3);
    expect([bare?.id, Buffer.from(bare?.data ?? []).toString()]).toEqual([
      "",
      "NATS/1.0\r\n\r\n{}",
    ]);
    expect([other?.id.length, Buffer.from(other?.data ?? []).toString()]).toEqual([
      publishedFactLimits.headBytesMax,
      "{}",
    ]);
  });
});
