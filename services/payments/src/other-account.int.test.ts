import { type FactInput, TransactionRefundRequested } from "@sanu/contracts";
import { newId, systemClock, xof } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { createCollectionWorld, railLike } from "./collection.fixture.ts";

const world = await createCollectionWorld();
afterAll(() => world.stop());

/** The keys in the settings are those of another account, which knows nothing of ours. */
let isOther = false;
const called: string[] = [];
const own = railLike(world, {});

it("sends nothing back a second time over another account, whose keys somebody has put into the settings", async () => {
  await world.start({
    rails: [
      railLike(world, {
        retryRule: "resend-same-key",
        async refund({ key }) {
          called.push(key);
          // It goes back, and before anybody has asked about it a release has the keys of the other account.
          isOther = true;
          return { kind: "unknown", cause: "no-response" };
        },
        status: async (query) => (isOther ? { kind: "not-found" } : own.status(query)),
        refundStatus: async ({ key }) =>
          isOther || !called.includes(key)
            ? { kind: "not-found" }
            : { kind: "settled", amountXof: xof(10_000n), settledAt: systemClock.now() },
      }),
    ],
  });
  const order = await world.order("+2290166001900");
  await world.happened(order, "PaymentRequested", "PaymentInitiated");
  const payment = world.sandbox.payments.findByKey(order.key);
  if (payment !== undefined) world.sandbox.gateway.receive(payment);
  await world.happened(order, "PaymentRequested", "PaymentInitiated", "PaymentCompleted");
  const { transactionId, paymentId } = order;
  const request: FactInput<typeof TransactionRefundRequested> = {
    transactionId,
    paymentId,
    refundId: newId<"RefundId">(),
    money: { currency: "XOF", amountXof: "10000" },
    reason: "payout-failed",
    receiptId: world.sandbox.payments.findByKey(order.key)?.receipts[0]?.receiptId ?? "none",
    destination: { kind: "payer" },
    requestedAt: systemClock.now(),
  };
  await world.publishFact(TransactionRefundRequested, String(transactionId), request);
  const errorText = "select last_error from attempts where subject_id = $1";
  await eventually("it is asked about at the other account", async () => {
    const rows = await world.rows(`${errorText} and status_checks > 2`, request.refundId);
    return rows.length === 1 || called.length > 1;
  });
  expect(called).toHaveLength(1);
  expect(await world.rows(errorText, request.refundId)).toEqual([{ last_error: "account-forgot" }]);

  isOther = false;
  await world.refundHappened(request.refundId, "RefundRequested", "RefundSettled");
  expect(called).toHaveLength(1);
});
