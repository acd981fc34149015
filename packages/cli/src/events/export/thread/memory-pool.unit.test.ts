import { expect, it } from "vitest";
import { memoryPool } from "./memory-pool.ts";

it("a thread is given no more batches than it may have, until one comes back", async () => {
  const pool = memoryPool(2);
  const [first] = [pool.take(1), pool.take(1)];
  await pool.mayGo();
  await pool.mayGo();
  const third = pool.mayGo();
  expect(await Promise.race([third, Promise.resolve("it waits")])).toBe("it waits");
  pool.giveBack(first);
  await third;
  expect(pool.take(1)).toBe(first);
});

it("memory that came back is not used for a fact that does not fit into it", () => {
  const pool = memoryPool(2);
  const memory = pool.take(1);
  pool.giveBack(memory);
  expect(pool.take(memory.bytes.length + 1).bytes).toHaveLength(memory.bytes.length + 1);
});

it("who waits to give facts to a thread that has ended is told", async () => {
  const pool = memoryPool(0);
  const waiting = pool.mayGo();
  pool.end();
  await expect(waiting).rejects.toThrow("takes no more facts");
  await expect(pool.mayGo()).rejects.toThrow("takes no more facts");
});
