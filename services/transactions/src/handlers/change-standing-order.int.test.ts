import { newId } from "@sanu/kernel";
import { createGate } from "@sanu/platform";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { OccurrenceDeps } from "../occurrences/deps.ts";
import {
  change,
  countTransactions,
  lookedTwice,
  market,
  occurrencesOf,
  type PlacedStanding,
  placeStanding,
  setClock,
  standingEnv,
  standingOf,
  standingOverrides,
} from "../standing-orders.fixture.ts";
import { openStores } from "../stores.ts";
import { startTransactions } from "../transactions.fixture.ts";
import { changeStandingOrder } from "./change-standing-order.ts";

const running = await startTransactions({ env: standingEnv, overrides: standingOverrides });
afterAll(() => running.stop());

beforeEach(async () => {
  setClock(running, "2026-11-21T10:00");
  await market(running, "60000000");
});

const { database, clock } = running;
const log = { database, gate: createGate(), afterPublicCommit: () => undefined };
const { standingOrders } = openStores(log);
type Load = OccurrenceDeps["standingOrders"]["load"];

/** Resumes by a replica that reads the log by `load`. */
function resume({ orderId, accountId }: PlacedStanding, load: Load) {
  const handler = changeStandingOrder({
    database,
    clock,
    standingOrders: { ...standingOrders, load },
    standingOrderTerms: {
      openMax: 10,
      resumesMax: 10,
      windowMs: 21_600_000,
      retryMs: 1_000,
      failuresMax: 3,
    },
    timeZone: "Africa/Porto-Novo",
  });
  const request = { commandId: newId<"CommandId">(), accountId, orderId, change: "resume" };
  const context = { correlationId: "test", causationId: newId<string>(), remainingMs: () => 5_000 };
  return handler.handle(request, context);
}

/** Placed and paused before its first moment; then resumed by another replica, due, and paused again. */
async function overtaken() {
  const order = await placeStanding(running);
  await change(running, order, "pause");
  const before = await standingOrders.load(order.orderId);
  const overtake = async () => {
    await change(running, order, "resume");
    setClock(running, "2026-11-22T08:00");
    await occurrencesOf(running, order, 1);
    await change(running, order, "pause");
  };
  return { order, before, overtake };
}

describe("a resumption that another one overtakes", () => {
  it("makes the order due at the next moment, and never again at the one that was due meanwhile", async () => {
    const { order, before, overtake } = await overtaken();
    let loads = 0;
    const result = await resume(order, async (orderId) => {
      loads += 1;
      if (loads > 1) return standingOrders.load(orderId);
      await overtake();
      return before;
    });

    expect(result).toMatchObject({ kind: "replied", data: { order: { status: "ACTIVE" } } });
    expect(await standingOf(running, order)).toMatchObject({
      next_at: "2026-11-23T08:00:00.000000Z",
    });
    await lookedTwice(running);
    expect(await countTransactions(running, order)).toBe(1);
  });

  it("gives up where that happens again and again, and leaves the order paused", async () => {
    const { order, before, overtake } = await overtaken();
    let loads = 0;
    const looks: Load = async (orderId) => {
      loads += 1;
      if (loads === 1) await overtake();
      return loads % 2 === 1 ? before : standingOrders.load(orderId);
    };

    await expect(resume(order, looks)).rejects.toThrow("is due again and again");
    expect(loads).toBe(6);
    expect(await standingOf(running, order)).toMatchObject({ status: "PAUSED", next_at: null });
  });
});
