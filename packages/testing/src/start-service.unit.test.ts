import { expect, it, vi } from "vitest";
import { startService } from "./start-service.ts";

const serviceThat = (start: () => Promise<void>) => ({
  start,
  stop: vi.fn<() => Promise<void>>(() => Promise.resolve()),
});

it("a service whose database answers too late at its start is stopped and started anew, and its successor goes on", async () => {
  const late = new Error("reactions did not start: timeout exceeded when trying to connect");
  const first = serviceThat(() => Promise.reject(late));
  const second = serviceThat(() => Promise.resolve());
  const compose = [first, second].values();

  expect(await startService(async () => compose.next().value ?? second)).toBe(second);
  expect([first.stop.mock.calls.length, second.stop.mock.calls.length]).toEqual([1, 0]);
});

it("a service that is at fault itself is started once", async () => {
  const broken = serviceThat(() => Promise.reject(new Error("it has no such setting")));

  await expect(startService(async () => broken)).rejects.toThrow("no such setting");
  expect(broken.stop).toHaveBeenCalledTimes(1);
});
