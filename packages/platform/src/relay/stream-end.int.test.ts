import { factsOfService } from "@sanu/contracts";
import { eventually } from "@sanu/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRelayBed, type RelayBed } from "./relay.fixture.ts";
import { openStreamReader, readStreamEnd, type StreamReader } from "./stream-end.ts";

describe("the end of a stream", () => {
  let bed: RelayBed;

  beforeEach(async () => {
    bed = await createRelayBed();
  });

  afterEach(() => bed.close());

  it("is where its last fact is, also when another relay publishes while it is read", async () => {
    await bed.makeStream();
    await bed.newRelay().start();
    const streamId = await bed.openCounter();
    const raise = async (facts: number) => {
      for (let fact = 0; fact < facts; fact += 1) await bed.raise(streamId);
      const inLog = await bed.factsInLog();
      await eventually("the stream holds every fact", async () => {
        return (await bed.factsInStream()).length === inLog.length;
      });
    };
    await raise(2);
    const reader = await openStreamReader(bed.messaging);
    const interrupted: StreamReader = {
      ...reader,
      async getMessage(...question) {
        await raise(3);
        return reader.getMessage(...question);
      },
    };
    const subjects = factsOfService(bed.namespace, "payments");
    const end = await readStreamEnd(interrupted, bed.stream, subjects);

    expect(end?.last?.sequence).toBe(5);
    expect(end?.lastSequence).toBe(5);
  });
});
