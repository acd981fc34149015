import { describe, expect, it } from "vitest";
import { batches } from "./batches.ts";
import { deathOfNode, deathsOfPayments, deathsOfPayouts } from "./deaths.ts";
import { findNodeFaults } from "./find-node-faults.ts";
import { ldk } from "./ldk.ts";
import { losses } from "./losses.ts";
import { startNodeWorld } from "./node-world.ts";
import { purchases, purchasesGivenBack } from "./purchases.ts";
import { sales, salesOfDyingPayers, salesPaidInPart } from "./sales.ts";

const ldkPrograms = [process.env["SANU_LDK_PROGRAM"] ?? ""].filter((program) => program !== "");
const world = await startNodeWorld();

describe("a purchase", () => {
  purchases(world);
  purchasesGivenBack(world);
});
describe("payouts on chain", () => {
  batches(world);
});
describe("a sale", () => {
  sales(world);
  salesPaidInPart(world);
  salesOfDyingPayers(world);
});
describe("a death between intent and answer", () => {
  deathsOfPayouts(world);
  deathsOfPayments(world);
  deathOfNode(world);
});
describe.each(ldkPrograms)("a wallet of another implementation", (program) => {
  ldk(program, world);
});
describe("a thousand payouts", () => {
  losses(world);
});

it("has books that agree with the nodes' own records to the satoshi after all of it", async () => {
  expect(await findNodeFaults(world)).toEqual([]);
});
