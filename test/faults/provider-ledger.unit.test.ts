import { expect, it } from "vitest";
import { findProviderFaults, type LedgerAttempt } from "./provider-ledger.ts";

const attempt: LedgerAttempt = {
  key: "k1",
  subjectId: "s1",
  kind: "disbursement",
  state: "settled",
  isReviewed: false,
};
const order = { key: "k1", kind: "disbursement", state: "settled" } as const;

it("says nothing of what moved once, failed, or is a person's", () => {
  const failed = { ...order, key: "k2", state: "failed" } as const;
  const given = { ...attempt, key: "k2", state: "rejected" };
  const reviewed = { ...attempt, key: "k3", subjectId: "s3", state: "unknown", isReviewed: true };
  const unseen = { ...order, key: "k3" };
  expect(findProviderFaults([order, failed, unseen], [attempt, given, reviewed])).toEqual([]);
});

it.each([
  ["paid twice under one key", [order, order], [attempt], "disbursement k1 moved twice"],
  [
    "paid under two keys",
    [order, { ...order, key: "k2" }],
    [attempt, { ...attempt, key: "k2" }],
    "disbursement of s1 moved under two keys",
  ],
  ["moved and not ordered", [order], [], "disbursement k1 moved and was not ordered"],
  [
    "given up before a definite answer",
    [order],
    [{ ...attempt, state: "rejected" }],
    "disbursement k1 moved and was given up",
  ],
  [
    "moved and not known",
    [order],
    [{ ...attempt, state: "unknown" }],
    "disbursement k1 moved and is unknown",
  ],
  ["settled and not moved", [], [attempt], "disbursement k1 is settled and did not move"],
  [
    "without an end",
    [],
    [{ ...attempt, state: "unknown" }],
    "disbursement k1 is unknown and nobody's",
  ],
])("says what was %s", (_what, orders, attempts, sentence) => {
  expect(findProviderFaults(orders, attempts)).toContain(sentence);
});
