import { factsOfService } from "@sanu/contracts";
import { eventually } from "@sanu/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CursorSource, findCursor } from "./cursor.ts";
import { createInspection } from "./inspection.ts";
import { readLogIdentity } from "./log-reader.ts";
import { createRelayBed, type RelayBed } from "./relay.fixture.ts";
import { openStreamReader, readStreamEnd, type StreamReader } from "./stream-end.ts";

/** A reader that writes down what it is asked. */
function counted(reader: StreamReader, asked: string[]): StreamReader {
  return {
    info(...question) {
      asked.push("info");
      return reader.info(...question);
    },
    getMessage(...question) {
      asked.push("message");
      return reader.getMessage(...question);
    },
  };
}

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

  /** A stream with one fact, and what looks at it from now on. */
  async function inspected() {
    await bed.makeStream();
    await bed.newRelay().start();
    const streamId = await bed.openCounter();
    await bed.raise(streamId);
    await eventually("its fact is in the stream", async () => (await bed.lastSequence()) === 1);
    const asked: string[] = [];
    const source: CursorSource = {
      database: bed.database,
      reader: counted(await openStreamReader(bed.messaging), asked),
      stream: bed.stream,
      subjects: factsOfService(bed.namespace, "payments"),
      identity: await readLogIdentity(bed.database),
    };
    const result = await findCursor(source);
    if (result.kind !== "found") throw new Error(`The cursor: ${result.kind}`);
    const { cursor } = result;
    const findLoss = createInspection(
      { source, cursor },
      { acknowledgedSequence: () => cursor.fence, lastFactId: () => cursor.end.last?.eventId },
    );
    asked.length = 0;
    return { findLoss, asked, streamId };
  }

  it("is told by one question where it is as it was left", async () => {
    const { findLoss, asked } = await inspected();

    expect(await findLoss(false)).toBe(false);
    expect(asked).toEqual(["info"]);
  });

  it("is read where somebody asks for it, and where another fact is behind it", async () => {
    const { findLoss, asked, streamId } = await inspected();
    expect(await findLoss(true)).toBe(false);
    await bed.raise(streamId);
    await eventually("it is in the stream", async () => (await bed.lastSequence()) === 2);
    expect(await findLoss(false)).toBe(false);

    expect(asked).toEqual(["info", "message", "info", "info", "message"]);
  });

  it("is read where another stream of that name holds as many facts", async () => {
    const { findLoss, asked } = await inspected();
    const { streams } = await bed.manager();
    const { config } = await streams.info(bed.stream);
    await streams.delete(bed.stream);
    await streams.add(config);
    await eventually("its relay has filled it again", async () => {
      return (await bed.factsInStream()).length === 1;
    });

    expect(await findLoss(false)).toBe(false);
    expect(asked).toEqual(["info", "info", "message"]);
  });
});
