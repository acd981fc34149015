import { newId, xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { commitOrder } from "./commit-order.ts";
import type { OrderDeps } from "./deps.ts";
import type { OrderToCommit } from "./order-writes.ts";
import { readOrder } from "./read-order.ts";

describe("placing an order", () => {
  it("is dropped before anything is read or written when the client no longer waits", async () => {
    const order = readOrder(
      {
        transactionType: "BUY_BITCOIN",
        receiver: "ok@sandbox.sanu",
        number: "+2290196000001",
        country: null,
        channel: null,
      },
      "any",
    );
    if (order.kind !== "order") throw new Error("the example is broken");
    const placed: OrderToCommit = {
      transactionId: newId<"TransactionId">(),
      request: {
        commandId: newId<"CommandId">(),
        accountId: newId<"AccountId">(),
        transactionType: "BUY_BITCOIN",
        amountXof: xof(10_000n),
        receiver: "ok@sandbox.sanu",
        number: "+2290196000001",
        country: null,
        channel: null,
        quoteId: null,
        clientReference: null,
        keyId: null,
        idempotency: null,
      },
      order,
      key: null,
      quote: null,
      personKey: undefined,
    };
    const late = { correlationId: "test", causationId: "test", remainingMs: () => 0 };
    // An exchange without a database: touching it would be another error.
    const deps = {} as unknown as OrderDeps;

    await expect(commitOrder(deps, placed, late)).rejects.toThrow("no longer waits");
  });
});
