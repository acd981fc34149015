import { expect, it } from "vitest";
import * as happened from "./example-events.fixture.ts";
import { createdSale, paidSale } from "./sale.fixture.ts";
import { statesAround } from "./states.ts";

it("tells two transactions apart that are asked about in turn", () => {
  const sale = [createdSale, paidSale];
  const purchase = [happened.created, happened.paid];

  expect(statesAround(sale, 1).after).toMatchObject({
    status: "paid",
    order: { transactionId: createdSale.transactionId },
  });
  expect(statesAround(purchase, 0)).toMatchObject({
    before: { status: "none" },
    after: { status: "pending", order: { transactionId: happened.created.transactionId } },
  });
  expect(statesAround(sale, 0).after).toEqual(statesAround(sale, 1).before);
});

it("knows what came to a transaction since it was last asked about", () => {
  const before = [happened.created];
  expect(statesAround(before, 0).after.status).toBe("pending");
  expect(statesAround([...before, happened.paid], 1)).toMatchObject({
    before: { status: "pending" },
    after: { status: "paid" },
  });
});
