import { describe, expect, it } from "vitest";
import { createLanes } from "./lanes.ts";

/** Work that ends when it is told to, and the order in which it began. */
function bench() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, work, end };
}

/** Two for one key, and one for another. */
function threeJobs(atOnceMax: number) {
  const made = bench();
  const lanes = createLanes(atOnceMax);
  lanes.run("a", made.work("a1"));
  lanes.run("a", made.work("a2"));
  lanes.run("b", made.work("b1"));
  return { lanes, ...made };
}

describe("lanes", () => {
  it("do the work of one key in order and of different keys side by side", async () => {
    const { lanes, begun, work, end } = threeJobs(4);

    expect(begun).toEqual(["a1", "b1"]);
    await end("a1");
    expect(begun).toEqual(["a1", "b1", "a2"]);
    await end("b1");
    await end("a2");
    lanes.run("a", work("a3"));
    expect(begun).toEqual(["a1", "b1", "a2", "a3"]);
  });

  it("never do more at the same time than they may, and are fair to each key", async () => {
    const { begun, end } = threeJobs(1);

    expect(begun).toEqual(["a1"]);
    await end("a1");
    expect(begun).toEqual(["a1", "b1"]);
    await end("b1");
    expect(begun).toEqual(["a1", "b1", "a2"]);
  });

  it("finish what has begun and drop the rest when they are told to, and say which key is busy", async () => {
    const { lanes, begun, end } = threeJobs(1);
    let isIdle = false;
    lanes.drop();
    const idle = lanes.idle().then(() => {
      isIdle = true;
    });
    expect([lanes.isBusy("a"), lanes.isBusy("b")]).toEqual([true, false]);
    await end("nothing");
    expect(isIdle).toBe(false);
    await end("a1");
    await idle;

    expect(begun).toEqual(["a1"]);
    expect(lanes.isBusy("a")).toBe(false);
    await createLanes(1).idle();
  });

  it("are idle once the last of what has begun has ended, and not before", async () => {
    const { lanes, end } = threeJobs(2);
    let isIdle = false;
    lanes.drop();
    void lanes.idle().then(() => {
      isIdle = true;
    });
    await end("a1");
    expect(isIdle).toBe(false);
    await end("b1");
    expect(isIdle).toBe(true);
  });
});
