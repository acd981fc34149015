import { instant } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { type AttemptSituation, untouched } from "./attempt.ts";
import type { AttemptReport } from "./attempt-report.ts";
import { reportOfMaybeSent } from "./maybe-sent.ts";
import { nextStep } from "./next-step.ts";

const now = instant("2026-11-28T10:00:00.000000Z");
const before = instant("2026-11-28T08:00:00.000000Z");
const maybeSent: AttemptSituation = {
  ...untouched,
  kind: "disbursement",
  state: "unknown",
  calledAt: before,
  calls: 1,
  createdAt: before,
  claimedAt: now,
  reviewedAt: now,
  isMaybeSent: true,
};
const refused: AttemptReport<string> = {
  step: "check-status",
  kind: "rejected",
  code: "refused-by-provider",
  command: "reject",
};

describe("an attempt that a lost database may have made", () => {
  it("is asked about and never sent again, not even where its provider says that it does not have it", () => {
    const notFound = { ...maybeSent, lastError: "not-found", notFoundAt: now };
    for (const attempt of [maybeSent, notFound, { ...notFound, reviewedAt: null }]) {
      const { kind } = nextStep(attempt, "resend-same-key", now);
      expect(["check-status", "give-to-review"]).toContain(kind);
    }
    expect(nextStep(maybeSent, "resend-same-key", now)).toEqual({ kind: "check-status" });
  });

  it("stays unknown where it was refused, and the aggregate is told nothing: another one may have arrived", () => {
    const report = reportOfMaybeSent(maybeSent, refused);
    expect(report).toMatchObject({ kind: "unknown", code: "refused-by-provider" });
    expect(report.command).toBeUndefined();
  });

  it("has arrived where its provider says so", () => {
    const settled = { ...refused, kind: "settled" } as const;
    expect(reportOfMaybeSent(maybeSent, settled)).toBe(settled);
  });

  it("contradicts no verdict that the money arrived by having been refused, but by having come back", () => {
    const concluded = { ...maybeSent, state: "settled", concludedAt: now } as const;
    expect(reportOfMaybeSent(concluded, refused).command).toBeUndefined();
    expect(reportOfMaybeSent(concluded, { ...refused, code: "reversed" }).command).toBe("reject");
  });

  it("may take back what its provider itself had called arrived", () => {
    const settled = { ...maybeSent, state: "settled" } as const;
    expect(reportOfMaybeSent(settled, refused)).toBe(refused);
  });

  it("is like any other where nobody lost it", () => {
    expect(reportOfMaybeSent({ ...maybeSent, isMaybeSent: false }, refused)).toBe(refused);
  });
});
