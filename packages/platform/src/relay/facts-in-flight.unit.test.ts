import { describe, expect, it, vi } from "vitest";
import { createFactsInFlight } from "./facts-in-flight.ts";
import { relayLimits } from "./limits.ts";

const fence = 100;

/** Sends facts of some bytes as a batch would, and returns the sequences that ask for an acknowledgement. */
function sendBatch(flight: ReturnType<typeof createFactsInFlight>, facts: number, bytes = 1_000) {
  const asking: number[] = [];
  for (let fact = 1; fact <= facts; fact += 1) {
    const asks = fact === facts || flight.isReplyDue();
    flight.add(bytes, asks, fact === facts);
    if (asks) asking.push(flight.sent());
  }
  return asking;
}

describe("facts in flight", () => {
  it("ask for an acknowledgement first, last, and each so many between", () => {
    const flight = createFactsInFlight(fence);
    expect(sendBatch(flight, 200)).toEqual([101, 165, 229, 293, 300]);
    expect(flight.awaited()).toBe(101);
  });

  it("ask more often the larger they are", () => {
    const flight = createFactsInFlight(fence);
    const asking = sendBatch(flight, 20, relayLimits.ackEveryBytes / 4);
    expect(asking).toEqual([101, 106, 111, 116, 120]);
  });

  it("are acknowledged together with those before them", () => {
    const flight = createFactsInFlight(fence);
    sendBatch(flight, 100);
    const seen: number[] = [];
    while (flight.awaited() !== undefined) {
      flight.endAwaited();
      seen.push(flight.acknowledged());
    }
    expect(seen).toEqual([101, 165, 200]);
    expect(flight.isOverdue()).toBe(false);
    flight.endAwaited();
    expect(flight.acknowledged()).toBe(200);
  });

  it("begin alone again behind every pause, and go together behind that", () => {
    const flight = createFactsInFlight(fence);
    for (const batch of [2, 1, 3]) {
      expect(flight.isReplyDue()).toBe(true);
      flight.add(1, true, batch === 1);
      expect(flight.hasRoomFor(1)).toBe(false);
      flight.endAwaited();
      if (batch > 1) {
        expect(flight.isReplyDue()).toBe(false);
        sendBatch(flight, batch - 1);
        expect(flight.hasRoomFor(1)).toBe(true);
        while (flight.awaited() !== undefined) flight.endAwaited();
      }
    }
  });

  it("leave no room before the first is acknowledged, nor for more than the limits", () => {
    const flight = createFactsInFlight(fence);
    expect(flight.hasRoomFor(1)).toBe(true);
    flight.add(1, flight.isReplyDue(), false);
    expect(flight.hasRoomFor(1)).toBe(false);
    flight.endAwaited();
    expect(flight.hasRoomFor(1)).toBe(true);

    sendBatch(flight, relayLimits.inFlightMax, 1);
    expect(flight.hasRoomFor(1)).toBe(false);
    flight.endAwaited();
    expect(flight.hasRoomFor(1)).toBe(true);
    expect(flight.hasRoomFor(relayLimits.inFlightBytesMax)).toBe(false);
  });

  it("fill the limit to its last byte", () => {
    const flight = createFactsInFlight(fence);
    flight.add(1, true, false);
    flight.endAwaited();
    flight.add(1, true, false);
    expect(flight.hasRoomFor(relayLimits.inFlightBytesMax - 1)).toBe(true);
    expect(flight.hasRoomFor(relayLimits.inFlightBytesMax)).toBe(false);
  });

  it("are overdue once none of them was acknowledged for too long, however many follow", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const { ackTimeoutMs } = relayLimits;
      vi.advanceTimersByTime(ackTimeoutMs);
      const flight = createFactsInFlight(fence);
      vi.advanceTimersByTime(ackTimeoutMs + 1);
      expect(flight.isOverdue()).toBe(false);

      flight.add(1, true, false);
      vi.advanceTimersByTime(ackTimeoutMs);
      expect(flight.isOverdue()).toBe(false);
      flight.add(1, true, false);
      vi.advanceTimersByTime(1);
      expect(flight.isOverdue()).toBe(true);

      flight.endAwaited();
      vi.advanceTimersByTime(ackTimeoutMs);
      expect(flight.isOverdue()).toBe(false);
      vi.advanceTimersByTime(1);
      expect(flight.isOverdue()).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});
