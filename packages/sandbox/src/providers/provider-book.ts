import type { Scheduler } from "../scheduler.ts";
import { outcomeOfNumber } from "./number-outcome.ts";
import type { NewOrder, OrderKind, ProviderOrder } from "./provider-order.ts";

const providerLimits = {
  floatXof: 1_000_000_000n,
  /** The first id, so that none looks like a page or an amount. */
  firstId: 100_001,
} as const;

export interface BookOptions {
  readonly scheduler: Scheduler;
  readonly nowMs: () => number;
  /** How long what was started takes; 0 ends it before it is answered for. */
  readonly settleAfterMs: number;
  readonly onChange: (order: ProviderOrder) => void;
  /** A payout costs so great a part of its amount, rounded up; null where it costs nothing besides. */
  readonly feeShare: bigint | null;
}

/** What a provider did, and what it holds of ours: the independent truth about both. */
export interface ProviderBook {
  readonly create: (order: NewOrder) => ProviderOrder;
  /** Lets a recorded order move money; a started one stays as it is. */
  readonly start: (order: ProviderOrder) => ProviderOrder;
  readonly settle: (order: ProviderOrder) => ProviderOrder;
  readonly fail: (order: ProviderOrder, failure: string) => ProviderOrder;
  readonly find: (id: number) => ProviderOrder | undefined;
  /** As many as bear the key, for a provider that has no idempotency. */
  readonly withKey: (key: string) => readonly ProviderOrder[];
  /** The oldest first. */
  readonly orders: (...kinds: readonly OrderKind[]) => readonly ProviderOrder[];
  readonly floatXof: () => bigint;
  readonly setRefundDifferenceXof: (differenceXof: bigint) => void;
}

const ended = new Set<ProviderOrder["state"]>(["settled", "failed"]);

export function createProviderBook(options: BookOptions): ProviderBook {
  const { scheduler, nowMs, settleAfterMs, onChange, feeShare } = options;
  const orders = new Map<number, ProviderOrder>();
  const byKey = new Map<string, number[]>();
  let refundDifferenceXof = 0n;
  let paidOutXof = 0n;

  const find = (id: number) => orders.get(id);
  const put = (order: ProviderOrder): ProviderOrder => {
    orders.set(order.id, order);
    return order;
  };
  const end = (given: ProviderOrder, change: Partial<ProviderOrder>): ProviderOrder => {
    const order = orders.get(given.id) ?? given;
    if (ended.has(order.state)) return order;
    const done = put({ ...order, ...change, endedAtMs: nowMs() });
    if (done.state === "settled" && done.kind !== "collection") {
      paidOutXof += done.arrivedXof + done.feeXof;
    }
    onChange(done);
    return done;
  };
  const settle = (order: ProviderOrder): ProviderOrder => {
    const arrivedXof = order.amountXof + (order.kind === "refund" ? refundDifferenceXof : 0n);
    const isFree = order.kind === "collection" || feeShare === null;
    const feeXof = isFree ? 0n : (order.amountXof + feeShare - 1n) / feeShare;
    return end(order, { state: "settled", arrivedXof, feeXof });
  };
  const fail = (order: ProviderOrder, failure: string) => end(order, { state: "failed", failure });
  const decide = (order: ProviderOrder): ProviderOrder => {
    const outcome = outcomeOfNumber(order.kind, order.number);
    if (outcome === "settles") return settle(order);
    return outcome === "fails" ? fail(order, "declined") : order;
  };
  const begin = (order: ProviderOrder): ProviderOrder => {
    if (settleAfterMs === 0) return decide(order);
    scheduler.after(settleAfterMs, () => void decide(order));
    return order;
  };
  return {
    find,
    settle,
    fail,
    create({ isRecordedOnly = false, refunds = null, ...order }) {
      const id = providerLimits.firstId + orders.size;
      const [state, createdAtMs] = [isRecordedOnly ? "recorded" : "pending", nowMs()] as const;
      const nothingYet = { failure: null, endedAtMs: null, arrivedXof: 0n, feeXof: 0n };
      const made = put({ ...order, id, refunds, state, createdAtMs, ...nothingYet });
      byKey.set(order.key, [...(byKey.get(order.key) ?? []), id]);
      onChange(made);
      return isRecordedOnly ? made : begin(made);
    },
    start(order) {
      if (order.state !== "recorded") return order;
      return begin(put({ ...order, state: "pending" }));
    },
    withKey: (key) => (byKey.get(key) ?? []).flatMap((id) => find(id) ?? []),
    orders: (...kinds) => [...orders.values()].filter(({ kind }) => kinds.includes(kind)),
    floatXof: () => providerLimits.floatXof - paidOutXof,
    setRefundDifferenceXof(differenceXof) {
      refundDifferenceXof = differenceXof;
    },
  };
}
