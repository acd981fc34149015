import { expect, it } from "vitest";
import { judgeFloat } from "./judge-float.ts";
import { staleAfter } from "./treasury-config.ts";

const float = { available: 9n, heldBack: 0n, free: 9n, breaker: "closed", probesLeft: 0 } as const;

it("takes orders on what payouts said last until it had time to start behind us, and no longer", () => {
  let nowMs = 5_000;
  const staleAfterMs = staleAfter(180_000, 600_000, () => nowMs);
  const stateOf = (ageMs: number) =>
    judgeFloat({ ...float, ageMs }, { low: 0n, staleAfterMs: staleAfterMs() }).state;

  expect(stateOf(7 * 86_400_000)).toBe("open");
  nowMs += 599_999;
  expect(stateOf(200_000)).toBe("open");
  nowMs += 1;
  expect(stateOf(200_000)).toBe("closed");
  expect(stateOf(180_000)).toBe("open");
});
