import { jetstream } from "@nats-io/jetstream";
import { headers as natsHeaders } from "@nats-io/transport-node";
import { eventually } from "@sanu/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { acknowledgementOf } from "./acknowledgement.ts";
import { relayLimits } from "./limits.ts";
import { openPipeline, type PublishPipeline } from "./publish-pipeline.ts";
import { createRelayBed, type RelayBed } from "./relay.fixture.ts";

describe("the relay's pipeline", () => {
  let bed: RelayBed;
  let acknowledged: number;

  beforeEach(async () => {
    bed = await createRelayBed();
    acknowledged = 0;
    await bed.makeStream();
  });

  afterEach(() => bed.close());

  const subject = () => `${bed.namespace}.sanu.payments.PaymentCompleted.v1`;
  const factOf = (number: number) => ({
    subject: subject(),
    head: `NATS/1.0\r\nce-id: ${number}`,
    data: `{"number":${number}}`,
  });

  const pipelineBehind = (fence: number) =>
    openPipeline({
      messaging: bed.messaging,
      stream: bed.stream,
      fence,
      onAcknowledged: (facts) => (acknowledged += facts),
      onFailure: () => undefined,
    });

  /** Sends facts by their numbers until all are acknowledged or the pipeline failed. */
  const sendAll = async (pipeline: PublishPipeline, numbers: readonly number[]) => {
    const before = pipeline.acknowledgedSequence();
    for (const number of numbers) {
      if (!pipeline.hasRoom(1)) await pipeline.room(1);
      pipeline.send(factOf(number), number === numbers.at(-1));
    }
    while (
      pipeline.failure() === undefined &&
      pipeline.acknowledgedSequence() < before + numbers.length
    ) {
      await bed.messaging.connection.flush();
    }
    pipeline.close();
  };
  const publishOther = (id: string) => {
    const headers = natsHeaders();
    headers.set("ce-id", id);
    return jetstream(bed.messaging.connection).publish(subject(), "{}", { headers });
  };
  const idsInStream = async () => (await bed.factsInStream()).map(({ id }) => id);
  const upTo = (last: number, first = 1) =>
    Array.from({ length: last - first + 1 }, (_fact, index) => first + index);

  it("publishes in order and tells how many are in the stream", async () => {
    const pipeline = pipelineBehind(0);
    await sendAll(pipeline, upTo(2_500));

    expect(acknowledged).toBe(2_500);
    expect(pipeline.acknowledgedSequence()).toBe(2_500);
    expect(await idsInStream()).toEqual(upTo(2_500).map(String));
  });

  it("asks for few acknowledgements, each for all before it", async () => {
    let facts = 0;
    let asking = 0;
    bed.messaging.connection.subscribe(subject(), {
      callback: (_error, message) => {
        facts += 1;
        if (message.reply !== undefined && message.reply !== "") asking += 1;
      },
    });
    const pipeline = pipelineBehind(0);
    await sendAll(pipeline, upTo(1_000));

    expect(pipeline.acknowledgedSequence()).toBe(1_000);
    await eventually("all were seen", () => facts === 1_000);
    expect(asking).toBeGreaterThan(10);
    expect(asking).toBeLessThan(25);
  });

  it("goes on behind another relay that was first with a fact of the middle, and doubles none", async () => {
    const mine = pipelineBehind(0);
    const send = (numbers: readonly number[]) => {
      for (const number of numbers) mine.send(factOf(number), number === numbers.at(-1));
    };
    send([1, 2]);
    // Over the same connection, so it reaches the stream before the third of the relay, which asks for nothing.
    const rival = publishOther("3");
    send(upTo(20, 3));
    await rival;

    await eventually("all are in", () => mine.acknowledgedSequence() === 20);
    expect(mine.failure()).toBeUndefined();
    expect(await idsInStream()).toEqual(upTo(20).map(String));
    mine.close();
  });

  it("publishes nothing behind a message that is not its own and came while it had nothing to publish", async () => {
    const pipeline = pipelineBehind(0);
    pipeline.send(factOf(1), true);
    await eventually("the first is in", () => pipeline.acknowledgedSequence() === 1);
    await publishOther("of nobody");
    await sendAll(pipeline, upTo(20, 2));

    expect(pipeline.failure()).toBe("refused");
    expect(await idsInStream()).toEqual(["1", "of nobody"]);
  });

  it("knows an acknowledgement as the server writes it", async () => {
    const reply = await bed.messaging.connection.request(subject(), "{}");

    expect(acknowledgementOf(bed.stream)(reply.data, 1)).toBe(true);
    expect(acknowledgementOf(bed.stream)(reply.data, 2)).toBe(false);
  });

  it("publishes nothing behind a fence that somebody else has passed", async () => {
    for (const number of [1, 2, 3]) {
      await publishOther(String(number));
    }
    // Found before the three, as one would be that was read while another relay published them.
    const pipeline = pipelineBehind(0);
    await sendAll(pipeline, upTo(20, 4));

    expect(pipeline.failure()).toBe("refused");
    expect(acknowledged).toBe(0);
    expect(await idsInStream()).toEqual(["1", "2", "3"]);
  });

  it("stops at the first fact whose place is taken", async () => {
    const [mine, rival] = [pipelineBehind(0), pipelineBehind(0)];
    await sendAll(mine, upTo(5));
    await sendAll(rival, upTo(5));

    expect(rival.failure()).toBe("refused");
    expect(await idsInStream()).toEqual(upTo(5).map(String));
  });

  it("says so when there is no stream", async () => {
    await (await bed.manager()).streams.delete(bed.stream);
    const pipeline = pipelineBehind(0);
    await sendAll(pipeline, [1]);

    expect(pipeline.failure()).toBe("no-stream");
  });

  it("gives up on acknowledgements that never come, also behind a pause in which it watched nothing", async () => {
    const pipeline = pipelineBehind(0);
    pipeline.send(factOf(1), true);
    await eventually("the first is in", () => pipeline.acknowledgedSequence() === 1);
    await new Promise((resolve) => setTimeout(resolve, relayLimits.ackTimeoutMs / 2));

    await (await bed.manager()).streams.delete(bed.stream);
    // Who listens and says nothing: without anybody the server would say at once that nobody is there.
    bed.messaging.connection.subscribe(subject());
    await bed.messaging.connection.flush();
    const sentAt = performance.now();
    pipeline.send(factOf(2), true);
    await eventually("it gave up", () => pipeline.failure() !== undefined, 20_000);

    expect(pipeline.failure()).toBe("no-acknowledgement");
    expect(performance.now() - sentAt).toBeGreaterThanOrEqual(relayLimits.ackTimeoutMs);
    expect(acknowledged).toBe(1);
    pipeline.close();
  });
});
