import type { Msg } from "@nats-io/transport-node";
import { describe, expect, it } from "vitest";
import { collectBatches } from "./collect-batches.ts";
import { unpackFacts } from "./fact-batch.ts";
import { publishedFactLimits } from "./limits.ts";

const { batchFacts, batchBytes } = publishedFactLimits;

/** A message as it lies in the memory of the client: its header block, and its payload behind it. */
function messageOf(payload: string, id = "one"): Msg {
  const memory = Buffer.from(`HMSG …\r\nNATS/1.0\r\nce-id: ${id}\r\n\r\n${payload}`);
  return { data: memory.subarray(memory.length - payload.length) } as unknown as Msg;
}

async function sequencesOf(batches: ReturnType<typeof collectBatches>) {
  const read: (readonly number[])[] = [];
  for (let batch = await batches.next(); batch !== undefined; batch = await batches.next()) {
    read.push(unpackFacts(batch).map(({ sequence }) => sequence));
  }
  return read;
}

describe("facts in batches", () => {
  it("end with the last one that is wanted, and nothing that comes behind it is in them", async () => {
    const batches = collectBatches(3);
    for (const sequence of [1, 2, 3, 4]) batches.add(sequence, messageOf("{}"));
    expect(await sequencesOf(batches)).toEqual([[1, 2, 3]]);
  });

  it("end with an empty batch where the last one is not there any more", async () => {
    const batches = collectBatches(3);
    batches.add(7, messageOf("{}"));
    expect(await sequencesOf(batches)).toEqual([[]]);
  });

  it("are handed out as far as they came when nothing more comes", async () => {
    const batches = collectBatches(9_999);
    for (let sequence = 1; sequence <= batchFacts + 2; sequence += 1) {
      batches.add(sequence, messageOf("{}"));
    }
    batches.end();
    expect((await sequencesOf(batches)).map(({ length }) => length)).toEqual([batchFacts, 2]);
  });

  it("are small where the facts are long", async () => {
    const batches = collectBatches(4);
    const long = "x".repeat(batchBytes);
    for (const sequence of [1, 2, 3, 4]) batches.add(sequence, messageOf(long));
    expect(await sequencesOf(batches)).toEqual([[1], [2], [3], [4]]);
  });

  it("are waited for", async () => {
    const batches = collectBatches(1);
    const read = sequencesOf(batches);
    setImmediate(() => batches.add(1, messageOf("{}")));
    expect(await read).toEqual([[1]]);
  });

  it("are in the memory that was given, as they came, and reach another thread like that", async () => {
    const memory = { bytes: new Uint8Array(batchBytes), places: new Float64Array(batchFacts * 4) };
    const batches = collectBatches(2 ** 40 + 1, () => memory);
    batches.add(2 ** 40, messageOf('{"name":"Adjoa"}', "é-1"));
    batches.add(2 ** 40 + 1, messageOf("", "two"));
    const batch = await batches.next();
    if (batch === undefined) throw new Error("There is no batch");
    expect(batch.bytes).toBe(memory.bytes);
    const there = structuredClone(batch, { transfer: [batch.bytes.buffer, batch.places.buffer] });
    expect(
      unpackFacts(there).map(({ sequence, id, data }) => [
        sequence,
        id,
        Buffer.from(data).toString(),
      ]),
    ).toEqual([
      [2 ** 40, "é-1", '{"name":"Adjoa"}'],
      [2 ** 40 + 1, "two", ""],
    ]);
  });
});
