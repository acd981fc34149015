import { describe, expect, it } from "vitest";
import { type Exchange, liveThrough, type Outage } from "./outage.fixture.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const durations = [
  ["5 minutes", 5 * minuteMs],
  ["2 hours", 2 * hourMs],
  ["3 days", 72 * hourMs],
] as const;

const works = (): Exchange => "works";
/** Two of three fail. */
const oneInThree = (exchange: Exchange) => (count: number) =>
  count % 3 === 0 ? "works" : exchange;

/** What can go wrong with a call, and whether it is sent by itself once the provider is well, however long that takes. */
const failures = [
  "provider-fault",
  "unreachable",
  "no-response",
  "provider-fault, taken",
  "no-response, taken",
] as const;

const kinds = (exchange: Exchange): readonly (readonly [string, Omit<Outage, "endsAfterMs">])[] => {
  const fails = () => exchange;
  const [unanswered = exchange] = exchange.split(", ") as readonly Exchange[];
  const silent = () => unanswered;
  return [
    ["calls fail and status works", { call: fails, status: works }],
    ["status fails and calls work", { call: works, status: silent }],
    ["both fail", { call: fails, status: silent }],
    ["one in three works", { call: oneInThree(exchange), status: oneInThree(unanswered) }],
  ];
};

const outages = durations.flatMap(([long, endsAfterMs]) =>
  failures.flatMap((failure) =>
    kinds(failure).map(([kind, how]) => ({ long, failure, kind, outage: { ...how, endsAfterMs } })),
  ),
);

/** A call that broke off may have moved money. If nobody can be asked about it for an hour, a person decides. */
const isForPeople = ({ failure, kind, outage }: (typeof outages)[number]) =>
  failure === "no-response" && kind === "both fail" && outage.endsAfterMs >= hourMs;

describe("an outage of a provider that takes a key once", () => {
  it.each(outages.filter((each) => !isForPeople(each)))(
    "of $long ends by itself: $kind ($failure)",
    ({ outage }) => {
      const story = liveThrough(outage, "resend-same-key", 2 * hourMs);
      expect(story.attempt.state).toBe("settled");
      expect(story.effects).toBe(1);
      // A call and the question behind it, each at the slowest pace; hourly where a person was asked.
      const withinMs = story.reviewedAtMs === null ? 11 * minuteMs : hourMs + minuteMs;
      expect(story.endedAfterMs).toBeLessThan(withinMs);
    },
  );

  it.each(outages)("of $long is met with ever less haste: $kind ($failure)", ({ outage }) => {
    const story = liveThrough(outage, "resend-same-key", 2 * hourMs);
    const hours = Math.ceil(outage.endsAfterMs / hourMs) + 2;
    // Doubling from three seconds, then at most every five minutes; questions from one second to half a minute, then too.
    expect(story.calledAtMs.length).toBeLessThanOrEqual(8 + 12 * hours);
    expect(story.checkedAtMs.length).toBeLessThanOrEqual(125 + 12 * hours);
  });

  it.each(outages)("of $long never has it called in review: $kind ($failure)", ({ outage }) => {
    const { reviewedAtMs, calledAtMs } = liveThrough(outage, "resend-same-key", 2 * hourMs);
    if (reviewedAtMs === null) return;
    expect(calledAtMs.filter((ms) => ms >= reviewedAtMs)).toEqual([]);
  });

  it.each(outages.filter(isForPeople))(
    "of $long leaves to a person what nobody could be asked about: $kind ($failure)",
    ({ outage }) => {
      const story = liveThrough(outage, "resend-same-key", 48 * hourMs);
      expect(story.reviewedAtMs).toBeLessThan(hourMs + minuteMs);
      expect(story).toMatchObject({ effects: 0, attempt: { state: "unknown" } });
      // It never rests: the last question is no older than an hour.
      const lastMs = story.checkedAtMs.at(-1) ?? 0;
      expect(outage.endsAfterMs + 48 * hourMs - lastMs).toBeLessThan(hourMs + minuteMs);
    },
  );

  it("is sent though it lasted as long as in the review of the code: 196 seconds, a call every few of them", () => {
    const outage: Outage = { endsAfterMs: 196_000, call: () => "provider-fault", status: works };
    const story = liveThrough(outage, "resend-same-key", hourMs);
    expect(story).toMatchObject({ effects: 1, attempt: { state: "settled" } });
    expect(story.calledAtMs.length).toBeLessThan(10);
  });
});

describe("an outage of a provider that a second call could make pay twice", () => {
  it.each(outages)("of $long has it called once: $kind ($failure)", ({ outage }) => {
    const story = liveThrough(outage, "check-status-only", 2 * hourMs);
    expect(story.calledAtMs).toHaveLength(1);
    expect(story.effects).toBeLessThanOrEqual(1);
    expect(story.attempt.state).toBe(story.effects === 1 ? "settled" : "unknown");
  });
});
