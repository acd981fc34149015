import { type ApiResponse, eventually, type Person, type World } from "@sanu/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buy, buyPatiently, createdOf, numberEndingIn, openConnections } from "./buy.ts";
import { countEvents } from "./logs.ts";
import { decideByTwo, logInAsAdmin } from "./staff.ts";
import { startSanu } from "./start-world.ts";

const waitingNumber = numberEndingIn("111");
const amountXof = 3_000;
const monthlyLimitXof = 100_000;
/** 33 × 3 000 = 99 000; one more would exceed the month. */
const fitting = 33;

const remainingOf = async (world: World, { token }: Person) => {
  const response = await world.api.call("GET", "/api/v1/transactions/remaining", { token });
  return response.json<{ remaining: number }>().remaining;
};
const changeTierLimit = async (world: World, toXof: number) => {
  const staff = [await logInAsAdmin(world), await logInAsAdmin(world)] as const;
  const body = { monthly_limit: toXof };
  await decideByTwo(world, staff, { method: "PUT", path: "/api/v1/kyc/tiers/0", body });
};
const codesOf = (responses: readonly ApiResponse[]) =>
  new Set(responses.map((response) => response.json<{ code: string }>().code));

describe("the limits of one person", () => {
  let world: World;

  beforeAll(async () => {
    world = await startSanu({
      settings: {
        KYC_TIER_LIMITS_XOF: `${monthlyLimitXof},500000,2000000,10000000`,
        OPEN_TRANSACTIONS_MAX: String(fitting + 1),
        // The answer is our own page at once: this is about placing orders, not about the provider.
        LINK_WAIT_MS: "0",
      },
    });
  });

  afterEach(() => world.expectBooksToBalance());
  afterAll(() => world.stop());

  it("200 orders at once never exceed the month together, and the rest says why not", async () => {
    const person = await world.signUp();
    await openConnections(world, person, 64);
    const responses = await Promise.all(
      Array.from({ length: 200 }, () =>
        buyPatiently(world, person, { amount: amountXof, number: waitingNumber }),
      ),
    );
    const placed = responses.filter(({ status }) => status === 201);
    const refused = responses.filter(({ status }) => status !== 201);
    expect(placed).toHaveLength(fitting);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([400]));
    expect(codesOf(refused)).toEqual(new Set(["limit-exceeded"]));
    expect(await remainingOf(world, person)).toBe(1);

    createdOf(await buy(world, person, { amount: 1_000, number: waitingNumber }));
    expect(await remainingOf(world, person)).toBe(0);
  });

  it("an order that failed gives its part of the month back", async () => {
    const person = await world.signUp();
    const all = { amount: monthlyLimitXof };
    createdOf(await buy(world, person, { ...all, number: numberEndingIn("039") }));
    await world.settled();
    expect(await remainingOf(world, person)).toBe(100);
    createdOf(await buy(world, person, { ...all, number: numberEndingIn("789") }));
    await world.settled();
    expect(await remainingOf(world, person)).toBe(0);
    const refused = await buy(world, person, { amount: 100 });
    expect(codesOf([refused])).toEqual(new Set(["limit-exceeded"]));
  });

  it("is the limit that her account shows, and moves for both when an admin changes it", async () => {
    const person = await world.signUp();
    const shownLimit = async () => {
      const me = await world.api.call("GET", "/api/v1/auth/me", { token: person.token });
      const { data } = me.json<{ data: { user: { kyc_tier: { monthly_limit: number } } } }>();
      return data.user.kyc_tier.monthly_limit;
    };
    const mayOrder = async (amount: number) =>
      (await buy(world, person, { amount })).status === 201;
    expect(await shownLimit()).toBe(monthlyLimitXof);
    expect(await mayOrder(monthlyLimitXof + 1)).toBe(false);
    expect(await mayOrder(monthlyLimitXof)).toBe(true);
    await changeTierLimit(world, 2 * monthlyLimitXof);
    expect(await shownLimit()).toBe(2 * monthlyLimitXof);
    await eventually("orders obey it", async () => (await remainingOf(world, person)) === 50);
    expect(await mayOrder(monthlyLimitXof + 1)).toBe(false);
    expect(await mayOrder(monthlyLimitXof)).toBe(true);
    await changeTierLimit(world, monthlyLimitXof);
    await eventually("orders obey it", async () => (await remainingOf(world, person)) === 0);
  });

  it("the month of one person is not another's", async () => {
    const [one, other] = await Promise.all([world.signUp(), world.signUp()]);
    createdOf(await buy(world, one, { amount: monthlyLimitXof }));
    expect(await remainingOf(world, other)).toBe(100);
  });
});

describe("the open orders of one person", () => {
  let world: World;

  beforeAll(async () => {
    world = await startSanu({ settings: { LINK_WAIT_MS: "0" } });
  });

  afterEach(() => world.expectBooksToBalance());
  afterAll(() => world.stop());

  it("are never more than 10, however many come at once, and an end makes room for one", async () => {
    const person = await world.signUp();
    const order = { amount: 100, number: waitingNumber };
    await openConnections(world, person, 40);
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => buyPatiently(world, person, order)),
    );
    const refused = responses.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(30);
    expect(codesOf(refused)).toEqual(new Set(["too-many-open-transactions"]));
    expect((await countEvents(world)).payments).toBeLessThanOrEqual(20);

    await world.settled();
    const [paid] = world.sandbox.payments.all();
    if (paid !== undefined) world.sandbox.gateway.receive(paid);
    await eventually("the sats are sent", () => {
      return world.sandbox.journal.ofKind("send-settled").length === 1;
    });
    await world.settled();
    const next = await Promise.all(
      Array.from({ length: 5 }, () => buyPatiently(world, person, order)),
    );
    expect(next.filter(({ status }) => status === 201)).toHaveLength(1);
  });
});
