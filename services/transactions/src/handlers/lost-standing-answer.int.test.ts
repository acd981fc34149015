import { CreateStandingOrder, type RequestInput, StandingOrderResponse } from "@sanu/contracts";
import { instant, newId } from "@sanu/kernel";
import type { RunningService } from "@sanu/platform";
import { afterAll, describe, expect, it } from "vitest";
import { every, price, setClock, standingEnv, wanted } from "../standing-orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

const running = await startTransactions({ env: { ...standingEnv, STANDING_ORDERS_MAX: "1" } });
let replica: RunningService | undefined;
afterAll(async () => {
  await replica?.stop();
  await running.stop();
});

type Wanted = RequestInput<typeof CreateStandingOrder>;

/** Which orders were placed, or why not. */
async function answers(asked: readonly Wanted[]) {
  const results = await Promise.all(asked.map((one) => running.request(CreateStandingOrder, one)));
  return results.map((each) => {
    if (each.kind !== "replied") return each.kind === "refused" ? each.refusal.code : each.kind;
    return StandingOrderResponse.parse(JSON.parse(each.data.responseJson)).order.id;
  });
}

describe("an order in advance without a key that was placed and whose answer was lost", () => {
  it("is answered as placed where it would be refused by now, and what was never placed is refused", async () => {
    setClock(running, "2026-11-21T10:00");
    const asked = [
      wanted(),
      wanted({ until: instant("2026-11-21T12:00:00.000000Z"), trigger: every("day", "11:30") }),
      wanted({ transactionType: "SELL_BITCOIN" }),
      wanted({ amountXof: "50000" }),
      wanted({ trigger: price("6000000") }),
    ];
    const placed: readonly string[] = asked.map(({ commandId }) => commandId);
    expect(await answers(asked)).toEqual(placed);

    replica = await running.startReplica({
      SALES: "closed",
      AMOUNT_MAX_XOF: "20000",
      RATE_MIN_XOF_PER_BTC: "7000000",
    });
    await running.service.stop();
    setClock(running, "2026-11-21T13:00");
    expect(await answers(asked)).toEqual(placed);

    const never = asked.map((one) => ({ ...one, commandId: newId<"CommandId">() }));
    expect(await answers(never)).toEqual([
      "too-many-standing-orders",
      "validation-failed",
      "provider-unavailable",
      "amount-above-maximum",
      "validation-failed",
    ]);
  });
});
