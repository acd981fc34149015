import type { StoryEntry } from "@sanu/contracts";
import { expect, it } from "vitest";
import { storyLine } from "./story-lines.ts";

const entry: StoryEntry = {
  at: "2026-11-21T07:00:00.000000Z",
  service: "payments",
  kind: "event",
  what: "PaymentAttemptRejected",
  about: "0191f3a0-0000-7000-8000-000000000001",
  correlation_id: null,
  by: null,
  decided: null,
  details: {},
};

it("says a moment in a line: when, where, what and why", () => {
  const passed = [{ what: "north", because: "refused-before" }];
  const decided = { what: "south", rule: "fail-over", passed_over: passed };
  expect(storyLine({ ...entry, decided, details: { attempt: 1, reason: "declined" } })).toBe(
    "2026-11-21T07:00:00.000000Z  payments      event      PaymentAttemptRejected (attempt=1, reason=declined) → south because fail-over, not north (refused-before)",
  );
});

it("says who of the staff did it, and a reason that chose nothing", () => {
  const decided = { what: null, rule: "declined", passed_over: [] };
  expect(storyLine({ ...entry, kind: "staff-act", by: entry.about, decided })).toBe(
    `2026-11-21T07:00:00.000000Z  payments      staff-act  PaymentAttemptRejected by ${entry.about} because declined`,
  );
});
