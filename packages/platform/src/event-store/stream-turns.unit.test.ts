import { describe, expect, it } from "vitest";
import type { AppendResult } from "./append-result.ts";
import { createStreamTurns } from "./stream-turns.ts";

/** An append that ends when it is told. */
function pending() {
  const { promise, resolve, reject } = Promise.withResolvers<AppendResult>();
  const begun = { count: 0 };
  const append = () => {
    begun.count += 1;
    return promise;
  };
  return { append, begun, resolve, reject };
}

const appended = (version: number): AppendResult => ({ kind: "appended", version });
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("an append of this process", () => {
  it("waits for another one to the same stream, and for none to another", async () => {
    const inTurn = createStreamTurns();
    const [first, second, elsewhere] = [pending(), pending(), pending()];
    const works = [
      inTurn("stream", 0, first.append),
      inTurn("stream", 1, second.append),
      inTurn("other stream", 0, elsewhere.append),
    ];
    await turn();
    expect([first, second, elsewhere].map(({ begun }) => begun.count)).toEqual([1, 0, 1]);
    first.resolve(appended(1));
    second.resolve(appended(2));
    elsewhere.resolve(appended(1));
    expect(await Promise.all(works)).toEqual([appended(1), appended(2), appended(1)]);
  });

  it("is a conflict, and asks nobody, when the stream has gone on meanwhile", async () => {
    const inTurn = createStreamTurns();
    const [first, second, third] = [pending(), pending(), pending()];
    const works = [first, second, third].map(({ append }) => inTurn("stream", 4, append));
    first.resolve(appended(6));
    expect(await Promise.all(works)).toEqual([
      appended(6),
      { kind: "conflict" },
      { kind: "conflict" },
    ]);
    expect([second, third].map(({ begun }) => begun.count)).toEqual([0, 0]);
  });

  it("goes on where the one before stored nothing", async () => {
    const inTurn = createStreamTurns();
    const [first, second] = [pending(), pending()];
    const works = [first, second].map(({ append }) => inTurn("stream", 0, append));
    first.resolve({ kind: "constraint", constraint: "limit" });
    second.resolve(appended(1));
    expect(await Promise.all(works)).toMatchObject([{ kind: "constraint" }, appended(1)]);
  });

  it("waits no longer where nobody knows what became of the one before, and then takes turns again", async () => {
    const inTurn = createStreamTurns();
    const [first, second, third, fourth] = [pending(), pending(), pending(), pending()];
    const works = [first, second, third].map(({ append }) => inTurn("stream", 0, append));
    const ends = Promise.allSettled(works);
    first.reject(new Error("the server is away"));
    await turn();
    expect([second, third].map(({ begun }) => begun.count)).toEqual([1, 1]);
    second.resolve(appended(1));
    await turn();
    const behind = inTurn("stream", 1, fourth.append);
    await turn();
    // The third is still under way, though the second has ended.
    expect(fourth.begun.count).toBe(0);
    third.resolve({ kind: "conflict" });
    fourth.resolve(appended(2));
    await ends;
    expect(await behind).toEqual(appended(2));
  });
});
