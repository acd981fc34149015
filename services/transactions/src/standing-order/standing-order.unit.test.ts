import { facts, type Occurred } from "@sanu/contracts";
import { newId, type TransactionId } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import type { Occur, SettleOccurrence } from "./commands.ts";
import { standingOrder } from "./decide.ts";
import { StandingOrderEvent } from "./events.ts";
import {
  at,
  atPrice,
  ended,
  firstDueAt,
  ids,
  occurred,
  placed,
  placedAt,
  secondDueAt,
  what,
} from "./example-orders.fixture.ts";
import { publishStandingOrder } from "./publish.ts";

const spec = specify(standingOrder);
const transactionId: TransactionId = newId();
const payUntil = at("2026-11-22T08:15");
const ordered: Occurred = { kind: "ordered", transactionId, payUntil };
const refused: Occurred = { kind: "refused", code: "limit-exceeded" };
const late: Occurred = { kind: "skipped", code: "late" };
const place = { kind: "place", ...what, nextDueAt: firstDueAt, at: placedAt } as const;
const later = at("2026-11-22T12:00");
const pause = { kind: "pause", at: later } as const;
const resume = { kind: "resume", nextDueAt: secondDueAt, resumesMax: 2, at: later } as const;
const cancel = { kind: "cancel", at: later } as const;
const occur = (changes: Partial<Occur> = {}): Occur => ({
  kind: "occur",
  occurrence: 1,
  outcome: refused,
  nextDueAt: secondDueAt,
  failuresMax: 3,
  at: firstDueAt,
  ...changes,
});
const settle = (changes: Partial<SettleOccurrence> = {}): SettleOccurrence => ({
  kind: "settle",
  transactionId,
  isCompleted: false,
  failuresMax: 3,
  at: later,
  ...changes,
});
const settled = (isCompleted: boolean): StandingOrderEvent => ({
  type: "StandingOrderSettled",
  ...ids,
  transactionId,
  isCompleted,
  settledAt: later,
});
const paused: StandingOrderEvent = { type: "StandingOrderPaused", ...ids, pausedAt: later };
const resumed: StandingOrderEvent = {
  type: "StandingOrderResumed",
  ...ids,
  nextDueAt: secondDueAt,
  resumedAt: later,
};

describe("an order in advance", () => {
  it("is placed once, and is due when the calendar says", () => {
    const state = spec.given().when(place).thenAccepted(placed());
    expect(state).toMatchObject({ status: "active", dueAt: firstDueAt, occurrence: 1 });
    spec.given(placed()).when(place).thenNothingNew();
  });

  it("is none where its end comes before its first moment", () => {
    spec
      .given()
      .when({ ...place, until: at("2026-11-22T07:59") })
      .thenRefused("until-before-first");
    const until = firstDueAt;
    spec
      .given()
      .when({ ...place, until })
      .thenAccepted(placed({ until }));
    spec
      .given()
      .when({ ...place, trigger: atPrice, nextDueAt: null, until: at("2026-11-21T09:59") })
      .thenRefused("until-before-first");
  });

  it("is known before anything else is said of it", () => {
    for (const command of [pause, resume, cancel, occur(), settle()] as const) {
      spec.given().when(command).thenRefused("unknown-standing-order");
    }
  });

  it("is paused and resumed, each once, and is not due meanwhile", () => {
    const state = spec.given(placed()).when(pause).thenAccepted(paused);
    expect(state).toMatchObject({ status: "paused", dueAt: null });
    spec.given(placed(), paused).when(pause).thenNothingNew();
    spec
      .given(placed(), paused)
      .when(occur({ at: later }))
      .thenRefused("not-due");
    spec.given(placed(), paused).when(resume).thenAccepted(resumed);
    spec.given(placed()).when(resume).thenNothingNew();
    spec
      .given(placed({ until: later }), paused)
      .when(resume)
      .thenAccepted(ended("until-reached", later));
  });

  it("is not resumed for a moment that has been due meanwhile: it would order twice for it", () => {
    const transaction = occurred({ occurrence: 1, dueAt: firstDueAt, outcome: ordered });
    const again = { ...resume, nextDueAt: firstDueAt } as const;
    spec.given(placed(), transaction, paused).when(again).thenRefused("due-before");
    spec.given(placed(), transaction, paused).when(resume).thenAccepted(resumed);
  });

  it("is resumed so often in all its life, and can be paused and cancelled behind that", () => {
    const often = [placed(), paused, resumed, paused, resumed] as const;
    spec
      .given(...often, paused)
      .when(resume)
      .thenRefused("too-many-resumptions");
    spec
      .given(...often)
      .when(resume)
      .thenNothingNew();
    spec
      .given(...often)
      .when(pause)
      .thenAccepted(paused);
    spec
      .given(...often, paused)
      .when(cancel)
      .thenAccepted(ended("cancelled", later));
    spec
      .given(...often.slice(0, 4))
      .when(resume)
      .thenAccepted(resumed);
  });

  it("is cancelled once, and changes no more", () => {
    const over = ended("cancelled", later);
    const state = spec.given(placed()).when(cancel).thenAccepted(over);
    expect(state).toMatchObject({ status: "ended", reason: "cancelled", dueAt: null });
    spec.given(placed(), over).when(cancel).thenNothingNew();
    spec.given(placed(), ended("done", later)).when(cancel).thenRefused("standing-order-ended");
    spec.given(placed(), over).when(pause).thenRefused("standing-order-ended");
    spec.given(placed(), over).when(resume).thenRefused("standing-order-ended");
    spec.given(placed(), over).when(occur()).thenRefused("not-due");
  });

  it("ends with its person, or with its time, once", () => {
    const close = { kind: "close", at: later } as const;
    const expire = { kind: "expire", at: later } as const;
    spec.given(placed()).when(close).thenAccepted(ended("account-closed", later));
    spec.given(placed(), ended("done", later)).when(close).thenNothingNew();
    spec
      .given(placed({ until: firstDueAt }))
      .when(expire)
      .thenAccepted(ended("until-reached", later));
    spec
      .given(placed({ until: later }))
      .when(expire)
      .thenNothingNew();
    spec.given(placed()).when(expire).thenNothingNew();
    spec
      .given(placed({ until: firstDueAt }), ended("done", later))
      .when(expire)
      .thenNothingNew();
  });
});

describe("a due moment", () => {
  it("has one outcome, whoever comes with another one later", () => {
    const event = occurred({ outcome: ordered });
    const state = spec
      .given(placed())
      .when(occur({ outcome: ordered }))
      .thenAccepted(event);
    expect(state).toMatchObject({
      occurrence: 2,
      ordered: 1,
      open: [transactionId],
      dueAt: secondDueAt,
    });
    spec
      .given(placed(), event)
      .when(occur({ outcome: refused }))
      .thenNothingNew();
  });

  it("is none before it has come, nor is one that comes behind another", () => {
    spec
      .given(placed())
      .when(occur({ at: at("2026-11-22T07:59") }))
      .thenRefused("not-due");
    spec
      .given(placed())
      .when(occur({ occurrence: 2 }))
      .thenRefused("not-due");
  });

  it("is the last one where the next would be behind the end", () => {
    const until = at("2026-11-23T07:59");
    spec
      .given(placed({ until }))
      .when(occur({ outcome: late }))
      .thenAccepted(occurred({ outcome: late }), ended("until-reached", firstDueAt));
  });

  it("is the last one that was ordered", () => {
    const event = occurred({ outcome: ordered });
    spec
      .given(placed({ ordersMax: 1 }))
      .when(occur({ outcome: ordered }))
      .thenAccepted(event, ended("done", firstDueAt));
    spec
      .given(placed({ ordersMax: 1 }))
      .when(occur())
      .thenAccepted(occurred());
    spec
      .given(placed({ ordersMax: 2 }))
      .when(occur({ outcome: ordered }))
      .thenAccepted(event);
  });

  it("comes once where it was a price", () => {
    const price = placed({ trigger: atPrice, nextDueAt: null });
    const event = occurred({ outcome: ordered, nextDueAt: null });
    spec
      .given(price)
      .when(occur({ outcome: ordered, nextDueAt: null }))
      .thenAccepted(event, ended("done", firstDueAt));
    const state = spec
      .given(price)
      .when(occur({ nextDueAt: null }))
      .thenAccepted(occurred({ nextDueAt: null }));
    expect(state).toMatchObject({ status: "active", failures: 1 });
  });
});

describe("failures in a row", () => {
  const second = occurred({ occurrence: 2, dueAt: secondDueAt, nextDueAt: at("2026-11-24T08:00") });
  const third = at("2026-11-24T08:00");

  it("end an order, whether it was refused or not paid", () => {
    spec
      .given(placed(), occurred(), second)
      .when(occur({ occurrence: 3, at: third, nextDueAt: null }))
      .thenAccepted(
        occurred({ occurrence: 3, dueAt: third, nextDueAt: null, occurredAt: third }),
        ended("failing", third),
      );
    spec
      .given(placed(), occurred({ outcome: ordered }))
      .when(settle({ failuresMax: 1 }))
      .thenAccepted(settled(false), ended("failing", later));
    spec
      .given(placed(), occurred({ outcome: ordered }))
      .when(settle())
      .thenAccepted(settled(false));
  });

  it("end an order at the third transaction in a row that nobody paid, and not before", () => {
    const another: TransactionId = newId();
    const unpaid = [
      placed(),
      occurred({ outcome: ordered }),
      { ...second, outcome: { ...ordered, transactionId: another } },
      settled(false),
    ] as const;
    const again = { transactionId: another };
    const stillActive = spec
      .given(...unpaid)
      .when(settle(again))
      .thenAccepted({ ...settled(false), ...again });
    expect(stillActive).toMatchObject({ status: "active", failures: 2 });
    spec
      .given(...unpaid, occurred({ occurrence: 3, dueAt: third, nextDueAt: null }))
      .when(settle(again))
      .thenAccepted({ ...settled(false), ...again }, ended("failing", later));
  });

  it("begin anew behind a completed transaction; a moment that was skipped is none", () => {
    const state = spec
      .given(placed(), occurred(), { ...second, outcome: ordered })
      .when(settle({ isCompleted: true }))
      .thenAccepted(settled(true));
    expect(state).toMatchObject({ failures: 0, open: [] });
    const skipped = spec
      .given(placed(), occurred())
      .when(occur({ occurrence: 2, outcome: late, at: third, nextDueAt: null }));
    expect(skipped.decision).toMatchObject({ events: [{ type: "StandingOrderOccurred" }] });
  });

  it("are told once of each transaction, also behind the end of the order", () => {
    const event = occurred({ outcome: ordered });
    spec.given(placed(), event, settled(true)).when(settle()).thenNothingNew();
    spec.given(placed()).when(settle()).thenNothingNew();
    spec
      .given(placed(), event, ended("cancelled", later))
      .when(settle({ failuresMax: 1 }))
      .thenAccepted(settled(false));
  });
});

describe("what others are told of an order", () => {
  const history: readonly StandingOrderEvent[] = [
    placed({ trigger: atPrice, nextDueAt: null }),
    paused,
    resumed,
    occurred({ outcome: ordered }),
    settled(true),
    ended("done", later),
  ];

  it("is stored and read again alike", () => {
    for (const event of history) {
      const text = JSON.stringify(event, (_key, part: unknown) =>
        typeof part === "bigint" ? `${part}` : part,
      );
      expect(StandingOrderEvent.parse(JSON.parse(text))).toEqual(event);
    }
  });

  it("names neither who pays nor who receives", () => {
    const published = history.flatMap((event) => publishStandingOrder(event) ?? []);
    expect(published.map(({ type }) => type.split(".")[2])).toEqual([
      "StandingOrderPlaced",
      "StandingOrderPaused",
      "StandingOrderResumed",
      "StandingOrderOccurred",
      "StandingOrderEnded",
    ]);
    for (const { type, dataText } of published) {
      expect(dataText).not.toMatch(/hmac|channel/i);
      const fact = facts.find((one) => one.type === type);
      expect(fact?.schema.safeParse(JSON.parse(dataText)).success).toBe(true);
    }
  });
});
