import { eventually, startAlteringProxy } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { createCollectionWorld, railLike } from "./collection.fixture.ts";

const world = await createCollectionWorld();
const proxy = await startAlteringProxy(world.sandbox.url);
await world.start({
  rails: [railLike({ sandbox: { ...world.sandbox, url: proxy.url } }, {})],
});

afterAll(async () => {
  await world.stop();
  await proxy.close();
});

it.each([
  ["a NUL", "\u0000", "+2290196000701"],
  ["half of a surrogate pair", "\ud83d", "+2290196000702"],
])(
  "an order whose provider names it with %s is asked about, and paid once it is named readably",
  async (_what, odd, number) => {
    proxy.alter((said) => {
      const { id, ...others } = said as { readonly id?: string };
      return id === undefined ? said : { ...others, id: `${id}${odd}` };
    });
    const order = await world.order(number);
    await world.happened(order, "PaymentRequested");
    const asked =
      "select state, last_error from attempts where subject_id = $1 and status_checks > 2";
    await eventually("it is asked about", async () => {
      const rows = await world.rows(asked, order.paymentId);
      return rows.length === 1;
    });
    expect(await world.rows(asked, order.paymentId)).toEqual([
      { state: "unknown", last_error: "unexpected-response" },
    ]);

    proxy.alter(null);
    await world.happened(order, "PaymentRequested", "PaymentInitiated");
    const taken = world.sandbox.journal.ofKind("payment-created");
    expect(taken.filter(({ key }) => key === order.key)).toHaveLength(1);
  },
);
