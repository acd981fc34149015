import type { AccountRole, StaffAccess } from "@sanu/contracts";
import { type AccountId, instant, newId } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { authoriseStaffAct } from "./authorise.ts";

const asked = (roles: readonly AccountRole[], access: StaffAccess) =>
  authoriseStaffAct({
    actor: { kind: "person", accountId: newId() as AccountId, sessionId: newId(), roles },
    operation: "transactions.list-cases",
    use: { access, act: "look" },
    at: instant("2026-11-23T05:00:00.000000Z"),
  });

describe("an act of the staff", () => {
  it.each([
    [["admin"], "staff"],
    [["service_client"], "staff"],
    [["user", "admin"], "admins"],
  ] as const)("is authorised for %s where %s may", (roles, access) => {
    expect(asked(roles, access)).toEqual({ kind: "authorised" });
  });

  it.each([
    [["user"], "staff"],
    [["user"], "admins"],
    [["service_client"], "admins"],
    [[], "staff"],
  ] as const)("is refused for %s where %s may", (roles, access) => {
    expect(asked(roles, access)).toEqual({ kind: "refused", code: "forbidden" });
  });
});
