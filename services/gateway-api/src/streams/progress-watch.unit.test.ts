import type { ProgressView } from "@sanu/contracts";
import { newId, type TransactionId } from "@sanu/kernel";
import { createLogger } from "@sanu/platform";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createProgressWatch } from "./progress-watch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A watch, who listens to changes for it, and what it has read. */
function watchOf() {
  const listeners = new Set<(transactionId: string) => void>();
  const reads: (readonly TransactionId[])[] = [];
  const watch = createProgressWatch({
    subscribe(onChanged) {
      listeners.add(onChanged);
      return () => listeners.delete(onChanged);
    },
    async read(ids) {
      reads.push(ids);
      return ids.map((transactionId) => ({ transactionId }) as ProgressView);
    },
    logger: createLogger({ service: "gateway-api", level: "silent" }),
  });
  watch.start();
  const say = (id: string): void => {
    for (const listener of listeners) listener(id);
  };
  return { watch, listeners, reads, say };
}

it("listens to changes while somebody follows one, and not otherwise", async () => {
  const { watch, listeners } = watchOf();
  const [first, second] = [newId<"TransactionId">(), newId<"TransactionId">()];
  expect(listeners.size).toBe(0);
  const leaveFirst = watch.follow(first, () => undefined);
  const leaveSecond = watch.follow(second, () => undefined);
  expect(listeners.size).toBe(1);
  leaveFirst();
  expect(listeners.size).toBe(1);
  leaveSecond();
  expect(listeners.size).toBe(0);
  watch.follow(first, () => undefined);
  expect(listeners.size).toBe(1);
  await watch.stop();
  expect(listeners.size).toBe(0);
});

it("reads what is followed at once and when it changed, and nothing else", async () => {
  const { watch, reads, say } = watchOf();
  const id = newId<"TransactionId">();
  const shown: unknown[] = [];
  watch.follow(id, (progress) => shown.push(progress?.transactionId));
  await vi.advanceTimersByTimeAsync(0);
  say(newId());
  await vi.advanceTimersByTimeAsync(0);
  expect(reads).toEqual([[id]]);
  say(id);
  await vi.advanceTimersByTimeAsync(0);
  expect(reads).toEqual([[id], [id]]);
  expect(shown).toEqual([id, id]);
  await watch.stop();
});
