import {
  type FactInput,
  PaymentFailed,
  PaymentInitiated,
  PayoutFailed,
  PayoutSettled,
  paymentsRefundFacts,
  payoutsRefundFacts,
  type RefundFacts,
} from "@sanu/contracts";
import {
  instant,
  type PaymentId,
  type PayoutId,
  type RefundId,
  type TransactionId,
} from "@sanu/kernel";
import { type ApiResponse, eventually, type Person, type World } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buy, createdOf, detailOf, numberEndingIn } from "./buy.ts";
import { eventTypes, refundReasons, reviewReasons } from "./logs.ts";
import { publishFact } from "./publish-fact.ts";
import { cancel, noWallet, reached, sell, sellAndPay } from "./sell.ts";
import { isInReview, logInAsAdmin, resolve } from "./staff.ts";
import { roomy, startSanu } from "./start-world.ts";

const settings = {
  ...roomy,
  SEND_ATTEMPTS_MAX: "1",
  DISBURSE_ATTEMPTS_MAX: "1",
};
const at = instant("2026-11-22T10:00:00.000000Z");

/** The names under which the neighbours know the money of one transaction. */
interface Names {
  readonly transactionId: TransactionId;
  readonly paymentId: PaymentId;
  readonly payoutId: PayoutId;
  readonly refundId: RefundId;
}

type End = `${"a completed" | "a refunded" | "a cancelled"} ${"purchase" | "sale"}`;

interface Contradiction {
  readonly end: End;
  readonly title: string;
  readonly publish: (world: World, names: Names) => Promise<void>;
}

const aFranc = { currency: "XOF", amountXof: "1" } as const;
const aSat = { currency: "SATS", amountSats: "1" } as const;

const ofCompleted = (end: End): readonly Contradiction[] => [
  {
    end,
    title: "its payment failed, though its money is in",
    publish: (world, { transactionId, paymentId }) =>
      publishFact(world, PaymentFailed, {
        transactionId,
        paymentId,
        reason: "declined",
        failedAt: at,
      }),
  },
  {
    end,
    title: "its payout failed, though it has settled",
    publish: (world, { transactionId, payoutId }) =>
      publishFact(world, PayoutFailed, {
        transactionId,
        payoutId,
        reason: "no-route",
        failedAt: at,
      }),
  },
  {
    end,
    title: "its payout settled with another amount",
    publish: (world, { transactionId, payoutId }) =>
      publishFact(world, PayoutSettled, {
        transactionId,
        payoutId,
        sent: aSat,
        fee: aSat,
        settledAt: at,
      }),
  },
];

const payoutArrived = (
  end: End,
  sent: { currency: "SATS"; amountSats: string } | { currency: "XOF"; amountXof: string },
): Contradiction => ({
  end,
  title: "its payout settled, though its money was refunded",
  publish: (world, { transactionId, payoutId }) =>
    publishFact(world, PayoutSettled, { transactionId, payoutId, sent, fee: aSat, settledAt: at }),
});

const refundArrived = (
  end: Contradiction["end"],
  facts: RefundFacts,
  brought: Pick<FactInput<RefundFacts["RefundSettled"]>, "money" | "fee">,
): Contradiction => ({
  end,
  title: "its refund brought another amount",
  publish: (world, { transactionId, refundId }) =>
    publishFact(world, facts.RefundSettled, { transactionId, refundId, ...brought, settledAt: at }),
});

const refundDidNot = (
  end: Contradiction["end"],
  facts: RefundFacts,
  reason: FactInput<RefundFacts["RefundFailed"]>["reason"],
): Contradiction => ({
  end,
  title: "its refund failed, though it has settled",
  publish: (world, { transactionId, refundId }) =>
    publishFact(world, facts.RefundFailed, { transactionId, refundId, reason, failedAt: at }),
});

const contradictions: readonly Contradiction[] = [
  ...ofCompleted("a completed purchase"),
  ...ofCompleted("a completed sale"),
  payoutArrived("a refunded purchase", { currency: "SATS", amountSats: "16339" }),
  payoutArrived("a refunded sale", { currency: "XOF", amountXof: "10000" }),
  refundArrived("a refunded purchase", paymentsRefundFacts, { money: aFranc, fee: null }),
  refundDidNot("a refunded purchase", paymentsRefundFacts, "wallet-refused"),
  refundArrived("a refunded sale", payoutsRefundFacts, { money: aSat, fee: aSat }),
  refundDidNot("a refunded sale", payoutsRefundFacts, "no-route"),
];

/** What a neighbour may tell behind the end without contradicting it. */
const noNews: readonly Contradiction[] = (["purchase", "sale"] as const).flatMap(
  (what): readonly Contradiction[] => [
    {
      end: `a completed ${what}`,
      title: "it can be paid",
      publish: (world, { transactionId, paymentId }) =>
        publishFact(world, PaymentInitiated, {
          transactionId,
          paymentId,
          channel: "SANDBOX",
          initiatedAt: at,
        }),
    },
    {
      end: `a cancelled ${what}`,
      title: "its payment failed",
      publish: (world, { transactionId, paymentId }) =>
        publishFact(world, PaymentFailed, {
          transactionId,
          paymentId,
          reason: "expired",
          failedAt: at,
        }),
    },
  ],
);

describe("facts that contradict each other", () => {
  let world: World;
  let person: Person;
  let admin: string;
  const ids = new Map<End, string>();

  beforeAll(async () => {
    world = await startSanu({ settings });
    person = await world.signUp();
    admin = await logInAsAdmin(world);
    const [bought, unbought, sold, unsold, unpaid, unpaidSale] = await Promise.all([
      buy(world, person).then((response) => createdOf(response).id),
      buy(world, person, { receiver: "fail@sandbox.sanu" }).then(
        (response) => createdOf(response).id,
      ),
      sellAndPay(world, person),
      sellAndPay(world, person, { number: noWallet }),
      cancelled(buy(world, person, { number: numberEndingIn("111") })),
      cancelled(sell(world, person)),
    ]);
    ids.set("a completed purchase", bought).set("a refunded purchase", unbought);
    ids.set("a cancelled purchase", unpaid).set("a cancelled sale", unpaidSale);
    ids.set("a completed sale", sold).set("a refunded sale", unsold);
    await Promise.all(
      [...ids].map(([end, id]) =>
        reached(world, person, { id, status: end.includes("completed") ? "COMPLETED" : "FAILED" }),
      ),
    );
  });

  afterEach(() => world.expectBooksToBalance());
  afterAll(() => world.stop());

  const cancelled = async (response: Promise<ApiResponse>): Promise<string> => {
    const { id } = createdOf(await response);
    expect((await cancel(world, person, id)).status).toBe(200);
    return id;
  };
  const namesOf = async (id: string): Promise<Names> => {
    const [names] = await world.databases.transactions.query<Names>(
      CompiledQuery.raw(
        `select stream_id::text as "transactionId", max(data->>'paymentId') as "paymentId",
           max(data->>'payoutId') as "payoutId", max(data->>'refundId') as "refundId"
         from events where stream_id = $1 group by stream_id`,
        [id],
      ),
    );
    if (names === undefined) throw new Error(`No transaction ${id}`);
    return names;
  };

  it.each(contradictions)(
    "$end hears that $title: it moves nothing, and the staff looks and closes it",
    async ({ end, publish }) => {
      const id = ids.get(end) ?? "";
      const before = await detailOf(world, person, id);
      const [reviewed, refunded] = [await reviewReasons(world, id), await refundReasons(world, id)];

      await publish(world, await namesOf(id));
      await eventually("the staff is asked to look", () => isInReview(world, id));
      expect(await reviewReasons(world, id)).toEqual([...reviewed, "contradicting-facts"]);
      expect(await detailOf(world, person, id)).toEqual(before);
      expect(await refundReasons(world, id)).toEqual(refunded);

      const refund = await resolve(world, admin, { id, resolution: "refund" });
      expect([refund.status, refund.json()]).toMatchObject([400, { code: "nothing-to-refund" }]);
      expect((await resolve(world, admin, { id, resolution: "close" })).status).toBe(200);
      expect(await isInReview(world, id)).toBe(false);
      expect(await detailOf(world, person, id)).toEqual(before);
    },
  );

  it.each(noNews)("$end hears that $title: that is no news", async ({ end, publish }) => {
    const id = ids.get(end) ?? "";
    const before = await eventTypes(world, "transactions", id);
    await publish(world, await namesOf(id));
    await world.settled();
    expect(await eventTypes(world, "transactions", id)).toEqual(before);
  });
});
