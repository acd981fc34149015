import { GetRemaining, SuspendUser } from "@sanu/contracts";
import { expect, it } from "vitest";
import { assertGuarded } from "./handle-proven.ts";

it("no service starts that would serve the staff without a proof", () => {
  expect(() => assertGuarded(SuspendUser, undefined)).toThrow(/suspend-user is the staff's alone/);
  expect(() => assertGuarded(GetRemaining, undefined)).not.toThrow();
});
