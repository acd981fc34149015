import { describe, expect, it } from "vitest";
import { deaths } from "./deaths.ts";
import { findNodeFaults } from "./find-node-faults.ts";
import { startNodeWorld } from "./node-world.ts";
import { purchases } from "./purchases.ts";
import { sales } from "./sales.ts";

const world = await startNodeWorld();

describe("a purchase", () => purchases(world));
describe("a sale", () => sales(world));
describe("a death between intent and answer", () => deaths(world));

it("has books that agree with the nodes' own records to the satoshi after all of it", async () => {
  expect(await findNodeFaults(world)).toEqual([]);
});
