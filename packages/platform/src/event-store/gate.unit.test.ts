import { expect, it, vi } from "vitest";
import { createGate } from "./gate.ts";

it("tells that a service closed each time that it was open, however often the reason changes, and only to who still listens", () => {
  const gate = createGate();
  const [listener, other] = [vi.fn<() => void>(), vi.fn<() => void>()];
  gate.onClose(listener);
  const removeListener = gate.onClose(other);
  gate.close("the stream is ahead of the log");
  gate.close("the database cannot be reached");
  expect(listener).toHaveBeenCalledTimes(1);
  removeListener();
  gate.open();
  gate.close("the database cannot be reached");
  expect([listener.mock.calls.length, other.mock.calls.length]).toEqual([2, 1]);
  expect(gate.closedReason()).toBe("the database cannot be reached");
});
