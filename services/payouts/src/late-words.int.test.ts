import { payoutsOutcomeFacts } from "@sanu/contracts";
import { sats, systemClock, xof } from "@sanu/kernel";
import {
  createSandboxDisburseRail,
  type DisburseRail,
  type DisburseStatus,
  type SendRail,
  type SendStatus,
} from "@sanu/rails";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { amounts, type TestPayout } from "./orders.fixture.ts";
import { createPayoutWorld } from "./payouts.fixture.ts";

const noRoute = { kind: "rejected", reason: "no-route" } as const;
const failed = { kind: "failed", reason: "no-route" } as const;
const world = await createPayoutWorld();
const providerReference = "d-7";
const words: { gateway: "failed" | "settled"; node: "failed" | "settled" } = {
  gateway: "failed",
  node: "failed",
};
const sent: string[] = [];
/** Neither says that it ever changes its word. */
const disburseRail: DisburseRail = {
  ...createSandboxDisburseRail({ baseUrl: world.sandbox.url }),
  reversibleForMs: 0,
  async disburse() {
    return { kind: "accepted", value: { kind: "pending", providerReference } };
  },
  status: async () => disbursed(),
};
/** Whoever is paid by it gives one invoice for everything. */
const sendRail: SendRail = {
  provider: "north",
  retryRule: "resend-same-key",
  reversibleForMs: 0,
  async prepare({ destination: { canonical } }) {
    const naturalKey = `lightning:${canonical}`;
    return { kind: "accepted", value: { naturalKey, payload: canonical } };
  },
  async send({ prepared: { naturalKey } }) {
    sent.push(naturalKey);
    const isSecond = sent.filter((one) => one === naturalKey).length > 1;
    return isSecond && naturalKey.includes("again") ? { kind: "accepted", value: paid() } : noRoute;
  },
  status: async () => (words.node === "failed" ? failed : paid()),
  liquidity: async () => ({ kind: "liquidity", nodes: [] }),
  close: async () => undefined,
};
/** The second one, which pays whatever the first finds no way for. */
const otherRail: SendRail = {
  ...sendRail,
  provider: "south",
  send: async () => ({ kind: "accepted", value: paid() }),
  status: async () => paid(),
};
const start = (...sendRails: readonly [SendRail, ...SendRail[]]) =>
  world.start({ disburseRails: [disburseRail], sendRails });
await start(sendRail);
const facts = world.listen(payoutsOutcomeFacts.OutcomeContradicted);

afterAll(() => world.stop());

function paid(): SendStatus & { readonly kind: "settled" } {
  return { kind: "settled", feeSats: sats(1n), settledAt: systemClock.now(), proof: "proof" };
}

function disbursed(): DisburseStatus {
  if (words.gateway === "failed") {
    return { kind: "failed", providerReference, reason: "refused-by-provider" };
  }
  const amountXof = xof(BigInt(amounts.amountXof));
  const settledAt = systemClock.now();
  return { kind: "settled", providerReference, amountXof, feeXof: xof(50n), settledAt };
}

/** The time of its first late check has come; how many there are. */
async function isLookedAt({ payoutId }: TestPayout, attemptNumber: number): Promise<number> {
  const text = `update attempts set next_at = now(), created_at = created_at - interval '17 minutes'
    where subject_id = $1 and attempt_number = ${attemptNumber} and next_at > now() + interval '10 minutes' returning 1`;
  return (await world.rows(text, payoutId)).length;
}

describe("what had failed at a provider that never changes its word", () => {
  const contradicted = (payout: TestPayout) =>
    eventually("it is told", () =>
      facts.some((fact) => (fact as { subjectId: string }).subjectId === payout.payoutId),
    );

  it("and arrived all the same is found: the francs of a sale", async () => {
    const payout = await world.publish(world.make.sale("+2290196000001"));
    await world.happened(payout, "PayoutRequested", "PayoutFailed");
    words.gateway = "settled";
    expect(await isLookedAt(payout, 1)).toBe(1);
    await world.happened(payout, "PayoutRequested", "PayoutFailed", "OutcomeContradicted");
    await contradicted(payout);
  });

  it("and arrived all the same is found: the sats of a purchase", async () => {
    const payout = await world.order("late@away.example");
    const rejected = "PayoutAttemptRejected";
    const end = ["PayoutRequested", rejected, rejected, "PayoutFailed"] as const;
    await world.happened(payout, ...end);
    words.node = "settled";
    expect(await isLookedAt(payout, 3)).toBe(1);
    await world.happened(payout, ...end, "OutcomeContradicted");
    await contradicted(payout);
    words.node = "failed";
  });

  it("is not mixed up with what a later attempt paid by the same invoice", async () => {
    const payout = await world.order("again@away.example");
    const end = ["PayoutRequested", "PayoutAttemptRejected", "PayoutSettled"] as const;
    await world.happened(payout, ...end);
    words.node = "settled";
    expect(await isLookedAt(payout, 1)).toBe(1);
    await eventually("it is looked at again later", async () => {
      return (await isLookedAt(payout, 1)) === 1;
    });
    await world.happened(payout, ...end);
  });

  it("is no other payout's doing where another node paid the same invoice: its receiver has taken both", async () => {
    await world.stopReplicas();
    await start(sendRail, otherRail);
    words.node = "failed";
    const payout = await world.order("both@away.example");
    const end = ["PayoutRequested", "PayoutAttemptRejected", "PayoutSettled"] as const;
    await world.happened(payout, ...end);
    words.node = "settled";
    expect(await isLookedAt(payout, 1)).toBe(1);
    await world.happened(payout, ...end, "OutcomeContradicted");
    await contradicted(payout);
  });
});
