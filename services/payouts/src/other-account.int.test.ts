import { systemClock, xof } from "@sanu/kernel";
import { createSandboxDisburseRail, type DisburseRail } from "@sanu/rails";
import { eventually } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { amounts } from "./orders.fixture.ts";
import { createPayoutWorld } from "./payouts.fixture.ts";

const world = await createPayoutWorld();
afterAll(() => world.stop());

/** What each account at the provider has paid, by key; the settings name the keys of one of them. */
const accounts = { first: new Set<string>(), other: new Set<string>() };
let named: keyof typeof accounts = "first";
let isAnswerLost = false;
const calls: string[] = [];

const paid = (providerReference: string) =>
  ({
    kind: "settled",
    providerReference,
    amountXof: xof(BigInt(amounts.amountXof)),
    feeXof: xof(50n),
    settledAt: systemClock.now(),
  }) as const;

const rail: DisburseRail = {
  ...createSandboxDisburseRail({ baseUrl: world.sandbox.url }),
  retryRule: "resend-same-key",
  async disburse({ key }) {
    calls.push(key);
    accounts[named].add(key);
    if (isAnswerLost) {
      // It was paid, and before anybody has asked about it a release has the keys of the other account.
      isAnswerLost = false;
      named = "other";
      return { kind: "unknown", cause: "no-response" };
    }
    return { kind: "accepted", value: paid(key) };
  },
  status: async (key) => (accounts[named].has(key) ? paid(key) : { kind: "not-found" }),
};

it("pays nothing a second time over another account, whose keys somebody has put into the settings", async () => {
  await world.start({ disburseRails: [rail] });
  const before = await world.publish(world.make.sale("+2290196000001"));
  await world.happened(before, "PayoutRequested", "PayoutSettled");

  isAnswerLost = true;
  const open = await world.publish(world.make.sale("+2290196000002"));
  await eventually("it is asked about at the other account", async () => {
    const text = "select last_error from attempts where subject_id = $1 and status_checks > 2";
    return (await world.rows(text, open.payoutId)).length === 1 || calls.length > 2;
  });
  expect(calls).toHaveLength(2);
  expect(accounts.other.size).toBe(0);
  expect(
    await world.rows("select last_error from attempts where subject_id = $1", open.payoutId),
  ).toEqual([{ last_error: "account-forgot" }]);

  named = "first";
  await world.happened(open, "PayoutRequested", "PayoutSettled");
  expect(calls).toHaveLength(2);
});
