import { setImmediate as endOfTurn } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createTurnWrites, type TurnWrites } from "./turn-writes.ts";

describe("messages to the server", () => {
  let idleMs: number;
  let isClosed: boolean;
  let written: string[];
  let writes: TurnWrites;

  beforeEach(() => {
    [idleMs, isClosed, written] = [0, false, []];
    writes = createTurnWrites(
      () => isClosed,
      () => idleMs,
    );
  });

  const send = (...names: string[]) => {
    for (const name of names) writes.add(() => written.push(name));
  };

  it("leave at once where the process had to wait for news", async () => {
    idleMs += 1;
    send("one");
    expect(written).toEqual(["one"]);
    await endOfTurn();

    idleMs += 1;
    send("two", "three");
    expect(written).toEqual(["one", "two", "three"]);
  });

  it("leave together, in their order, at the end of a turn where there was no rest before it", async () => {
    send("one", "two");
    expect(written).toEqual([]);
    await endOfTurn();
    expect(written).toEqual(["one", "two"]);

    send("three");
    await endOfTurn();
    expect(written).toEqual(["one", "two", "three"]);
  });

  it("do not wait for the end of a turn in which many are sent", async () => {
    const names = Array.from({ length: 70 }, (_one, index) => `message ${index}`);
    send(...names);
    expect(written).toEqual(names.slice(0, 64));
    await endOfTurn();
    expect(written).toEqual(names);
  });

  it("leave though one of them fails, and the fault is not kept quiet", () => {
    const reports: (() => void)[] = [];
    const queued = vi
      .spyOn(globalThis, "queueMicrotask")
      .mockImplementation((report) => void reports.push(report));
    send("one");
    writes.add(() => {
      throw new Error("too large");
    });
    send("two");
    writes.flush();
    queued.mockRestore();

    expect(written).toEqual(["one", "two"]);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toThrow("too large");
  });

  it("are kept neither twice nor for a connection that is closed", async () => {
    send("one");
    writes.flush();
    expect(written).toEqual(["one"]);
    send("two");
    isClosed = true;
    await endOfTurn();
    idleMs += 1;
    send("three");
    expect(written).toEqual(["one"]);
  });
});
