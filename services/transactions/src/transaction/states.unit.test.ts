import { newId } from "@sanu/kernel";
import { expect, it } from "vitest";
import type { EventOf } from "./events.ts";
import * as happened from "./example-events.fixture.ts";
import { statesAround } from "./states.ts";

const created = (): EventOf<"TransactionCreated"> => ({
  ...happened.created,
  transactionId: newId<"TransactionId">(),
});

it("tells two transactions apart that are asked about in turn", () => {
  const [one, other] = [[created()], [created()]] as const;
  for (const events of [one, other, one]) {
    expect(statesAround(events, 0)).toMatchObject({
      before: { status: "none" },
      after: { status: "pending", order: { transactionId: events[0].transactionId } },
    });
  }
});

it("knows what came to a transaction since it was last asked about", () => {
  const before = [created()];
  expect(statesAround(before, 0).after.status).toBe("pending");
  expect(statesAround([...before, happened.paid], 1)).toMatchObject({
    before: { status: "pending" },
    after: { status: "paid" },
  });
});
