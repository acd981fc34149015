import { attemptLimits } from "@sanu/attempts";
import { expect, it } from "vitest";
import type { MoneyMovement } from "./money-movement.ts";
import { movementsOf } from "./movements-of.ts";

type Movement = MoneyMovement<never, never, never>;
const movement = (kind: Movement["kind"]) =>
  ({ kind, provider: "sandbox", limits: { reversibleForMs: 5, notReadyMs: 7 } }) as Movement;
const movements = [movement("collection"), movement("refund")];

it("checks a movement by its own limits, above them by those of its kind, and above these by those of all", () => {
  const timings = {
    limits: { reviewAfterMs: 1 },
    limitsOfKind: { collection: { reversibleForMs: 2, reviewAfterMs: 3 } },
  };
  const { firstOf } = movementsOf({ movements, timings });
  expect(firstOf("collection").limits).toEqual({
    ...attemptLimits,
    notReadyMs: 7,
    reversibleForMs: 2,
    reviewAfterMs: 1,
  });
  expect(firstOf("refund").limits).toEqual({
    ...attemptLimits,
    notReadyMs: 7,
    reversibleForMs: 5,
    reviewAfterMs: 1,
  });
});
