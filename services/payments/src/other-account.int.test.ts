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

const apiUser = "0f8a5c8e-4a4a-4f4e-9c69-1f7c4b8f3a21";
const keys = (product: string) => ({
  [`MTN_MOMO_${product}_SUBSCRIPTION_KEY`]: "0123456789abcdef",
  [`MTN_MOMO_${product}_API_USER`]: apiUser,
  [`MTN_MOMO_${product}_API_KEY`]: "fedcba9876543210",
});
const mtn = {
  COLLECTION_RAIL: "sandbox,mtnmomo",
  MTN_MOMO_ENVIRONMENT: "sandbox",
  MTN_MOMO_COUNTRY: "BJ",
  ...keys("COLLECTION"),
  ...keys("DISBURSEMENT"),
};

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

it.each(["MTN_MOMO_COLLECTION_API_USER", "MTN_MOMO_DISBURSEMENT_API_USER"])(
  "payments does not start over another account than the one that has what is under way: %s",
  async (name) => {
    const another = "1f8a5c8e-4a4a-4f4e-9c69-1f7c4b8f3a21";
    await world.stopReplicas();
    await world.start({}, mtn);
    await world.stopReplicas();
    await expect(world.start({}, { ...mtn, [name]: another })).rejects.toThrow(
      `${name} is not the account that the database of payments was first used with`,
    );
    await world.start({}, { ...mtn, MTN_MOMO_DISBURSEMENT_API_KEY: "a key that was changed" });
  },
);
