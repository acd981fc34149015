import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createLinkWaiters,
  type LinkWaiters,
  linkWaiterLimits,
  type PlacedOrder,
} from "./link-waiters.ts";

describe("waiting for a link", () => {
  let announce: (transactionId: string) => void;
  let settled: string[];
  let polls: (readonly string[])[];
  let failPoll: boolean;
  let errors: unknown[];
  let waiters: LinkWaiters;

  beforeEach(() => {
    vi.useFakeTimers();
    [settled, polls, errors, failPoll] = [[], [], [], false];
    waiters = createLinkWaiters({
      subscribe(onSettled) {
        announce = onSettled;
        return () => {
          announce = () => undefined;
        };
      },
      listSettled(transactionIds) {
        polls.push(transactionIds);
        return failPoll ? Promise.reject(new Error("away")) : Promise.resolve(settled);
      },
      logger: {
        warn: ({ error }: { error: unknown }) => errors.push(error),
        info: () => undefined,
      },
    });
    waiters.start();
  });

  afterEach(async () => {
    await waiters.stop();
    vi.useRealTimers();
  });

  const waitingFor = (transactionId: string, timeoutMs = 2_500) => {
    const waiter = waiters.enter(transactionId);
    const outcome = { ended: false };
    void waiter.wait(timeoutMs).then(() => {
      outcome.ended = true;
      return waiter.leave();
    });
    return outcome;
  };

  it("ends at once for everybody when the link is announced, and for nobody else", async () => {
    const [one, two, other] = [waitingFor("a"), waitingFor("a"), waitingFor("b")];
    announce("a");
    await vi.advanceTimersByTimeAsync(0);

    expect([one.ended, two.ended, other.ended]).toEqual([true, true, false]);
  });

  it("is polled for as soon as ever behind a night in which nobody waited", async () => {
    await vi.advanceTimersByTimeAsync(8 * 3_600_000);
    settled = ["a"];
    const waiting = waitingFor("a");
    await vi.advanceTimersByTimeAsync(linkWaiterLimits.pollMs);

    expect(waiting.ended).toBe(true);
    expect(polls).toEqual([["a"]]);
  });

  it("does not miss what is announced between entering and waiting", async () => {
    const waiter = waiters.enter("a");
    announce("a");
    const ended = vi.fn<() => void>();
    void waiter.wait(2_500).then(ended);
    await vi.advanceTimersByTimeAsync(0);

    expect(ended).toHaveBeenCalled();
    waiter.leave();
  });

  it("gives everybody the frozen answer that was made here, and what was only announced to nobody", async () => {
    const [one, two, other] = ["a", "a", "b"].map((id) => waiters.enter(id));
    const answers = Promise.all([one, two, other].map((waiter) => waiter?.wait(2_500)));
    waiters.respond("a", "the answer");
    announce("a");
    announce("b");

    expect(await answers).toEqual(["the answer", "the answer", undefined]);
  });

  it("knows an order that was placed here while somebody waits for it, and no longer", () => {
    const [waiter, copy] = [waiters.enter("a"), waiters.enter("a")];
    expect(waiters.findPlaced("a")).toBeUndefined();
    const order = { basis: {}, pageToken: "page", hasKey: true } as unknown as PlacedOrder;
    waiter.place(order);
    waiter.leave();
    expect(waiters.findPlaced("a")).toBe(order);
    expect(waiters.findPlaced("b")).toBeUndefined();

    copy.leave();
    expect(waiters.findPlaced("a")).toBeUndefined();
    waiters.respond("a", "nobody hears it");
  });

  it("finds a link by polling when the announcement was lost, with one question for all", async () => {
    const [one, two] = [waitingFor("a"), waitingFor("b")];
    settled = ["a"];
    await vi.advanceTimersByTimeAsync(linkWaiterLimits.pollMs);

    expect([one.ended, two.ended]).toEqual([true, false]);
    expect(polls).toEqual([["a", "b"]]);
  });

  it("polls on after a poll that failed", async () => {
    const one = waitingFor("a");
    failPoll = true;
    await vi.advanceTimersByTimeAsync(linkWaiterLimits.pollMs);
    [failPoll, settled] = [false, ["a"]];
    await vi.advanceTimersByTimeAsync(linkWaiterLimits.pollMs);

    expect(errors).toEqual([new Error("away")]);
    expect(one.ended).toBe(true);
  });

  it("ends when its time is over, and asks nothing while nobody waits", async () => {
    const one = waitingFor("a", 100);
    await vi.advanceTimersByTimeAsync(99);
    expect(one.ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(one.ended).toBe(true);

    await vi.advanceTimersByTimeAsync(10 * linkWaiterLimits.pollMs);
    expect(polls).toEqual([]);
  });
});
