import {
  AccountDeactivated,
  AccountReactivated,
  CreateStandingOrder,
  type FactAttributes,
  type FactDefinition,
  jsonText,
} from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { createGate } from "@sanu/platform";
import { attributesOfFact, deliveredToReaction, eventually } from "@sanu/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import {
  countTransactions,
  lookedTwice,
  market,
  occurrencesOf,
  type PlacedStanding,
  placeStanding,
  setClock,
  standingEnv,
  standingOf,
  wanted,
} from "../standing-orders.fixture.ts";
import { openStores } from "../stores.ts";
import { startTransactions } from "../transactions.fixture.ts";
import { whenAccountDeactivated, whenAccountReactivated } from "./when-account-deactivated.ts";

const running = await startTransactions({ env: { ...standingEnv, STANDING_ORDERS_MAX: "100" } });
const { clock, database, rowsOf } = running;
const { standingOrders } = openStores({
  database,
  gate: createGate(),
  afterPublicCommit: () => undefined,
});
afterAll(() => running.stop());

let accountId: AccountId;
beforeEach(async () => {
  accountId = newId<"AccountId">();
  setClock(running, "2026-11-21T10:00");
  await market(running, "60000000");
});

const stateOf = async () => {
  const text = "select is_deactivated from deactivated_accounts where account_id = $1";
  const [row] = await rowsOf<{ is_deactivated: boolean }>(text, [accountId]);
  if (row === undefined) return "unknown";
  return row.is_deactivated ? "closed" : "open";
};
const isNow = (state: "closed" | "open") =>
  eventually(`it is ${state}`, async () => (await stateOf()) === state);
const closed = () => ({ accountId, deactivatedAt: clock.now() });
const opened = () => ({ accountId, reactivatedAt: clock.now() });
const endOf = async (order: PlacedStanding) => {
  const { status, end_reason: reason } = await standingOf(running, order);
  return `${status} ${reason}`;
};
const placing = async () => {
  const result = await running.request(CreateStandingOrder, wanted({ accountId }));
  return result.kind === "refused" ? result.refusal.code : result.kind;
};
/** Delivers a fact as its group does, at a place of identity's log, twice. */
const deliver = async (
  definition: FactDefinition,
  data: unknown,
  at: Pick<FactAttributes, "position">,
) => {
  const deps = { database, clock, standingOrders };
  const reaction = [whenAccountDeactivated(deps), whenAccountReactivated(deps)].find(
    ({ factName }) => factName === definition.name,
  );
  const attributes = attributesOfFact(definition, at);
  for (const _twice of [1, 2]) {
    const read = reaction?.read(definition.type, JSON.parse(jsonText(data)));
    await read?.react(deliveredToReaction(read.reaction, attributes));
  }
};

describe("an account that its owner closes", () => {
  it("orders nothing more in advance, though it is told twice, and places nothing", async () => {
    const order = await placeStanding(running, { accountId });
    const stranger = await placeStanding(running);
    for (const _twice of [1, 2]) {
      await running.identity.publish(AccountDeactivated, accountId, closed());
    }
    await eventually("it has ended", async () => (await endOf(order)) === "ENDED account-closed");
    expect(await placing()).toBe("account-deactivated");

    setClock(running, "2026-11-22T08:00");
    await occurrencesOf(running, stranger, 1);
    await lookedTwice(running);
    expect(await countTransactions(running, order)).toBe(0);
  });

  it("places anew once it is open again, and what had ended stays ended", async () => {
    const order = await placeStanding(running, { accountId });
    await running.identity.publish(AccountDeactivated, accountId, closed());
    await isNow("closed");
    clock.advanceMs(1);
    for (const _twice of [1, 2]) {
      await running.identity.publish(AccountReactivated, accountId, opened());
    }
    await isNow("open");
    const anew = await placeStanding(running, { accountId });
    setClock(running, "2026-11-22T08:00");
    await occurrencesOf(running, anew, 1);
    expect(await endOf(order)).toBe("ENDED account-closed");
    expect(await countTransactions(running, anew)).toBe(1);
  });

  it("is as open as the later fact says, in whatever order they come and however often", async () => {
    const before = await placeStanding(running, { accountId });
    clock.advanceMs(1);
    const [closing, opening] = [closed(), opened()];
    await deliver(AccountReactivated, opening, { position: "1.900.9" });
    clock.advanceMs(1);
    const anew = await placeStanding(running, { accountId });
    await deliver(AccountDeactivated, closing, { position: "1.800.8" });
    await deliver(AccountReactivated, opening, { position: "1.900.9" });
    expect(await stateOf()).toBe("open");
    expect(await endOf(before)).toBe("ENDED account-closed");
    expect(await endOf(anew)).toBe("ACTIVE null");

    await deliver(AccountDeactivated, closed(), { position: "1.950.10" });
    expect(await endOf(anew)).toBe("ENDED account-closed");
    expect(await placing()).toBe("account-deactivated");
  });

  it("leaves none behind that is placed at the same moment", async () => {
    const places = Array.from({ length: 24 }, placing);
    await deliver(AccountDeactivated, closed(), { position: "1.1.1" });
    const answers = await Promise.all(places);
    expect(new Set(answers)).not.toContain("standing-order-ended");
    const text = "select from standing_order_triggers where account_id = $1";
    expect(await rowsOf(text, [accountId])).toEqual([]);
    expect(await placing()).toBe("account-deactivated");
  });
});
