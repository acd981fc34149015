import { GetRemaining, ListUsers, SuspendUser } from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { expect, it } from "vitest";
import type { StaffGate } from "../staff/staff-gate.ts";
import { assertGuarded, handleProven } from "./handle-proven.ts";

it("no service starts that would serve the staff without a proof", () => {
  expect(() => assertGuarded(SuspendUser, undefined)).toThrow(/suspend-user is the staff's alone/);
  expect(() => assertGuarded(GetRemaining, undefined)).not.toThrow();
});

it.each([
  [
    "what was carried out is not said to have failed where its answer was lost",
    SuspendUser,
    "unknown",
  ],
  ["a look that shows nothing has failed", ListUsers, "failed"],
] as const)("%s", async (_title, definition, outcome) => {
  const outcomes: string[] = [];
  const credential = { sessionId: newId<string>() };
  const staff = { accountId: newId() as AccountId, assertionId: newId(), credential };
  const ended = async (said: string) => void outcomes.push(said);
  const staffGate: StaffGate = { admit: async () => ({ kind: "admitted", staff, ended }) };
  const handle = async () => {
    throw new Error("Connection terminated unexpectedly");
  };
  const received = { payload: Buffer.from("{}"), body: {}, assertion: "word" };
  const context = { correlationId: "request-1", causationId: "request-1", remainingMs: () => 1 };
  const handled = handleProven({ definition, handle }, received, { context, staffGate });

  await expect(handled).rejects.toThrow("Connection terminated");
  expect(outcomes).toEqual([outcome]);
});
