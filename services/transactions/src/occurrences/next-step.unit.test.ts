import { fold, type Instant, plusMs, xofPerBtc } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import type { TrustedRate } from "../rates/prices.ts";
import { standingOrder } from "../standing-order/decide.ts";
import type { StandingOrderEvent } from "../standing-order/events.ts";
import {
  at,
  atPrice,
  daily,
  ended,
  firstDueAt,
  ids,
  placed,
  placedAt,
} from "../standing-order/example-orders.fixture.ts";
import { dueBehind } from "./next-due.ts";
import { nextStep } from "./next-step.ts";
import { transactionIdOf } from "./occurrence-keys.ts";

const windowMs = 6 * 3_600_000;
const trustedAt = (rate: bigint): TrustedRate => ({
  kind: "market",
  midXofPerBtc: xofPerBtc(rate),
  buyXofPerBtc: xofPerBtc(rate + 1n),
  sellXofPerBtc: xofPerBtc(rate - 1n),
  asOf: placedAt,
  validUntil: placedAt,
});
const stepOf = (
  history: readonly StandingOrderEvent[],
  now: Instant,
  trusted: TrustedRate | undefined = trustedAt(60_000_000n),
) => {
  const state = fold(standingOrder, history);
  if (state.status === "none") throw new Error("nothing was placed");
  return nextStep(state, { now, windowMs, trusted });
};

describe("what is to be done with an order of the calendar", () => {
  it("is nothing before its moment, an order up to the window's end, and nothing but skipping behind it", () => {
    expect(stepOf([placed()], plusMs(firstDueAt, -1))).toBe("wait");
    expect(stepOf([placed()], firstDueAt)).toBe("order");
    expect(stepOf([placed()], plusMs(firstDueAt, windowMs))).toBe("order");
    expect(stepOf([placed()], plusMs(firstDueAt, windowMs + 1))).toBe("skip");
  });

  it("does not ask for a rate: without one the order itself is refused for a while", () => {
    expect(stepOf([placed()], firstDueAt, undefined)).toBe("order");
  });

  it("is nothing once it is paused or has ended", () => {
    const paused: StandingOrderEvent = { type: "StandingOrderPaused", ...ids, pausedAt: placedAt };
    expect(stepOf([placed(), paused], firstDueAt)).toBe("wait");
    expect(stepOf([placed({ until: firstDueAt }), paused], plusMs(firstDueAt, 1))).toBe("expire");
    expect(stepOf([placed(), ended("cancelled", placedAt)], firstDueAt)).toBe("wait");
  });
});

describe("what is to be done with an order at a price", () => {
  const buy = placed({ trigger: atPrice, nextDueAt: null });
  const sell = placed({ trigger: atPrice, nextDueAt: null, transactionType: "SELL_BITCOIN" });

  it("is to buy at or below it, by the rate that people buy at", () => {
    expect(stepOf([buy], placedAt, trustedAt(50_000_000n))).toBe("wait");
    expect(stepOf([buy], placedAt, trustedAt(49_999_999n))).toBe("order");
  });

  it("is to sell at or above it, by the rate that people sell at", () => {
    expect(stepOf([sell], placedAt, trustedAt(50_000_000n))).toBe("wait");
    expect(stepOf([sell], placedAt, trustedAt(50_000_001n))).toBe("order");
  });

  it("is nothing once it is paused or has ended, even where its price is reached", () => {
    const paused: StandingOrderEvent = { type: "StandingOrderPaused", ...ids, pausedAt: placedAt };
    const reached = trustedAt(49_999_999n);
    expect(stepOf([buy, paused], placedAt, reached)).toBe("wait");
    expect(stepOf([buy, ended("cancelled", placedAt)], placedAt, reached)).toBe("wait");
    const over = { ...buy, until: firstDueAt };
    const expired = ended("until-reached", plusMs(firstDueAt, 1));
    expect(stepOf([over, expired], plusMs(firstDueAt, 2), reached)).toBe("wait");
  });

  it("is put off while no rate can be trusted, and over with its time", () => {
    const state = fold(standingOrder, [buy]);
    if (state.status === "none") throw new Error("nothing was placed");
    expect(nextStep(state, { now: placedAt, windowMs, trusted: undefined })).toBe("postpone");
    const until = firstDueAt;
    expect(stepOf([{ ...buy, until }], firstDueAt)).toBe("wait");
    expect(stepOf([{ ...buy, until }], plusMs(firstDueAt, 1))).toBe("expire");
  });
});

describe("the moment behind an occurrence", () => {
  const zone = "Africa/Porto-Novo";
  const behind = (dueAt: string, now: string) =>
    dueBehind(daily, { dueAt: at(dueAt), now: at(now), windowMs }, zone);

  it("is the next one, however late the occurrence was", () => {
    expect(behind("2026-11-22T08:00", "2026-11-22T08:00")).toBe(at("2026-11-23T08:00"));
    expect(behind("2026-11-22T08:00", "2026-11-22T14:00")).toBe(at("2026-11-23T08:00"));
  });

  it("is the newest that is not missed yet, and what lies between is skipped with it", () => {
    expect(behind("2026-11-22T08:00", "2026-11-30T10:00")).toBe(at("2026-11-30T08:00"));
    expect(behind("2026-11-22T08:00", "2026-11-30T14:00")).toBe(at("2026-11-30T08:00"));
    expect(behind("2026-11-22T08:00", "2026-11-30T14:01")).toBe(at("2026-12-01T08:00"));
  });

  it("is none where a price is waited for", () => {
    expect(dueBehind(atPrice, { dueAt: null, now: placedAt, windowMs }, zone)).toBeNull();
  });
});

it("gives each occurrence one transaction, always the same", () => {
  const { orderId } = ids;
  expect(transactionIdOf(orderId, 1)).toBe(transactionIdOf(orderId, 1));
  expect(transactionIdOf(orderId, 1)).not.toBe(transactionIdOf(orderId, 2));
});
