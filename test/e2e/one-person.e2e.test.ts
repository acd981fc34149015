import { type Person } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { buy, createdOf, numberEndingIn } from "./buy.ts";
import { erase } from "./erase.ts";
import { reached } from "./sell.ts";
import { startSharedSanu } from "./start-world.ts";

const world = await startSharedSanu({ settings: { NUMBER_LIMITS: "on" } });
afterAll(() => world.expectBooksToBalance());

const number = numberEndingIn("789");
const spendTheMonth = async (person: Person) => {
  const { id } = createdOf(await buy(world, person, { amount: 200_000, number }));
  await reached(world, person, { id, status: "COMPLETED" });
};

describe("a person who comes again as somebody else", () => {
  it("has one month for her number, also when she is erased and registers anew", async () => {
    const first = await world.signUp();
    await spendTheMonth(first);
    expect((await erase(world, first)).status).toBe(200);
    const next = await world.signUp();
    const refused = await buy(world, next, { amount: 200_000, number });
    expect([refused.status, refused.json()]).toMatchObject([400, { code: "limit-exceeded" }]);
    createdOf(await buy(world, next, { amount: 200_000, number: numberEndingIn("111") }));
  });
});
