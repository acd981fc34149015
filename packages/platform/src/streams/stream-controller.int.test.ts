import { jetstreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { factSubject, type Namespace, streamName } from "@sanu/contracts";
import { eventually, testNamespace, testNatsUrl } from "@sanu/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createStreamController, type StreamController } from "./stream-controller.ts";

describe("who keeps the streams", () => {
  let namespace: Namespace;
  let nats: NatsConnection;
  let controller: StreamController;
  const made: string[] = [];
  const asked: string[] = [];
  const durable = "payments-from-identity";

  beforeEach(async () => {
    namespace = testNamespace();
    nats = await connect({ servers: testNatsUrl() });
    made.length = 0;
    asked.length = 0;
    controller = await createStreamController({ url: testNatsUrl(), namespace, replicas: 1 });
    await controller.apply();
    const ours = ({ subject }: { readonly subject: string }) => subject.includes(`${namespace}_`);
    nats.subscribe("$JS.API.>", {
      callback: (_error, message) => void (ours(message) && asked.push(message.subject)),
    });
    await nats.flush();
    controller.start({
      onMade: (names) => made.push(...names),
      onTrouble: (reason) => made.push(reason),
    });
  });

  afterEach(async () => {
    await controller.stop();
    await nats.close();
  });

  const stream = () => streamName(namespace, "identity");
  const manager = () => jetstreamManager(nats, { checkAPI: false });
  const infos = () => asked.filter((subject) => subject.includes("STREAM.INFO")).length;
  /** Two looks that began behind this moment: each asks about four streams. */
  const twoLooks = async () => {
    const before = infos();
    await eventually("two looks", () => infos() >= before + 8);
  };

  it("asks about each durable once, and then only whether everything is there", async () => {
    await twoLooks();
    await twoLooks();
    const closely = asked.filter((subject) =>
      subject.includes(`CONSUMER.INFO.${stream()}.${durable}`),
    );

    expect(closely).toHaveLength(1);
    expect(made).toEqual([]);
  });

  it("makes a durable that somebody deletes, and a stream", async () => {
    await twoLooks();
    await (await manager()).consumers.delete(stream(), durable);
    await eventually("the durable is there again", () => made.length > 0);
    expect(made).toEqual([`${stream()}/${durable}`]);

    await twoLooks();
    await (await manager()).streams.delete(stream());
    await eventually("the stream is there again", () => made.includes(stream()));
  });

  it("leaves a durable alone that follows more than it knows of, as a newer release has made it: nothing of that begins anew", async () => {
    await twoLooks();
    const { consumers } = await manager();
    const { config, created } = await consumers.info(stream(), durable);
    const { filter_subjects: known = [] } = config;
    expect(known.length).toBeGreaterThan(0);
    const newer = [...known, factSubject(namespace, "sanu.identity.OfTomorrow.v1")].toSorted();
    await consumers.update(stream(), durable, { filter_subjects: newer });

    const restarted = await createStreamController({ url: testNatsUrl(), namespace });
    const remade: string[] = [];
    restarted.start({
      onMade: (names) => remade.push(...names),
      onTrouble: (reason) => remade.push(reason),
    });
    await eventually("it has looked", () => restarted.trouble() !== "not looked yet");
    await restarted.stop();
    const after = await consumers.info(stream(), durable);
    expect(remade).toEqual([]);
    expect(after.created).toBe(created);
    expect(after.config.filter_subjects?.toSorted()).toEqual(newer);
  });
});
