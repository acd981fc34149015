import { expect, it } from "vitest";
import { findBasePort } from "./base-port.ts";

it("systems of two workers never share a port", async () => {
  const worker = 3;
  const others = [2, 4];
  const mine = await Promise.all(Array.from({ length: 20 }, () => findBasePort(worker)));
  const theirs = await Promise.all(
    Array.from({ length: 20 }, (_one, index) => findBasePort(others[index % 2])),
  );
  const portsOf = (base: number) => Array.from({ length: 15 }, (_one, offset) => base + offset);
  const taken = new Set(mine.flatMap(portsOf));
  expect(theirs.flatMap(portsOf).filter((port) => taken.has(port))).toEqual([]);
});
