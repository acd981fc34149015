import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { headers as natsHeaders } from "@nats-io/transport-node";
import { factSubject, streamName } from "@sanu/contracts";
import {
  eventually,
  makeStream,
  publishFacts,
  purchaseFacts,
  testNamespace,
  testNatsUrl,
} from "@sanu/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectNats, type Messaging } from "../messaging/connect-nats.ts";
import { newMemory } from "./batch-writer.ts";
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
      const given = await eventually("some wait here", async () => {
        const [consumer] = await consumersOf();
        const count = consumer?.delivered.consumer_seq ?? 0;
        return count > taken && count;
      });
      expect(given - taken).toBeLessThan(publishedFactLimits.streamBatchFacts);
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

  it("are what was published, byte for byte, and empty where a stranger's headers are strange", async () => {
    const facts = [...purchaseFacts(3, 1)];
    await publishFacts(messaging, facts);
    const subject = factSubject(messaging.namespace, facts[0]?.type ?? "");
    const payload = "NATS/1.0\r\n\r\n{}";
    const publish = (headers?: ReturnType<typeof natsHeaders>) =>
      jetstream(messaging.connection).publish(subject, payload, headers && { headers });
    const withId = (headers: ReturnType<typeof natsHeaders>, id: string) => {
      headers.set("ce-id", id);
      return headers;
    };
    const long = "x".repeat(publishedFactLimits.headBytesMax);
    await publish();
    await publish(withId(natsHeaders(), long));
    await publish(withId(natsHeaders(503, "Strange"), "behind a status"));
    await publish(withId(natsHeaders(), "ends like NATS/1.0"));

    const range = { fromSequence: 1, untilSequence: 7 };
    const [batch = []] = await all(readStreamFacts(messaging, "transactions", range));
    const texts = batch.map((fact) => ({ ...fact, data: Buffer.from(fact.data).toString() }));
    expect(texts.slice(0, 3)).toEqual(
      facts.map((fact, index) => ({ ...fact, sequence: index + 1, data: fact.data.toString() })),
    );
    expect(texts.slice(3).map(({ id, type, data }) => [id, type, data])).toEqual([
      ["", "", payload],
      [long, "", payload],
      ["behind a status", "", payload],
      ["ends like NATS/1.0", "", payload],
    ]);
  });

  it("end at once when whoever reads them gives up, also while none comes", async () => {
    await publishFacts(messaging, purchaseFacts(3, 1));
    const giveUp = new AbortController();
    const reading = all(
      readStreamBatches(messaging, "transactions", whole, { signal: giveUp.signal }),
    );
    setTimeout(() => giveUp.abort(new Error("Nobody wants them")), 200);
    await expect(reading).rejects.toThrow("Nobody wants them");
    expect(await consumersOf()).toEqual([]);
  });

  it("are never handed out behind one that could not be taken", async () => {
    const { batchFacts } = publishedFactLimits;
    await publishFacts(messaging, purchaseFacts(batchFacts * 3, 1));
    let calls = 0;
    const takeMemory = (bytesMin: number) => {
      calls += 1;
      if (calls === 2) throw new RangeError("There is no memory");
      return newMemory(bytesMin);
    };
    const batches: FactBatch[] = [];
    const reading = (async () => {
      const range = { fromSequence: 1, untilSequence: batchFacts * 3 };
      for await (const batch of readStreamBatches(messaging, "transactions", range, {
        takeMemory,
      })) {
        batches.push(batch);
      }
    })();
    await expect(reading).rejects.toThrow("There is no memory");
    expect(sequencesOf(batches)).toEqual(upTo(batchFacts));
  });

  it("end with what is wrong with who takes them", async () => {
    await publishFacts(messaging, purchaseFacts(3, 1));
    const takeMemory = () => {
      throw new RangeError("There is no memory");
    };
    const reading = all(readStreamBatches(messaging, "transactions", whole, { takeMemory }));
    await expect(reading).rejects.toThrow("There is no memory");
    expect(messaging.connection.isClosed()).toBe(false);
    expect(await consumersOf()).toEqual([]);
  });
});
