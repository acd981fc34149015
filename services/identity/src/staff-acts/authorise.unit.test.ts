import {
  type AccountRole,
  type StaffAccess,
  type StaffActKind,
  staffActKinds,
} from "@sanu/contracts";
import { type Instant, instant, newId, plusMs } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { authoriseStaffAct } from "./authorise.ts";

const at = instant("2026-11-23T05:00:00.000000Z");
const stepUpValidMs = 600_000;
const accountId = newId<"AccountId">();

const beyondOwn = staffActKinds.filter((act) => act !== "own");

const asked = (
  roles: readonly AccountRole[],
  access: StaffAccess,
  {
    act = "look",
    secondFactorAt = at,
  }: { act?: StaffActKind; secondFactorAt?: Instant | null } = {},
) =>
  authoriseStaffAct({
    actor: { kind: "person", accountId, sessionId: newId(), roles, secondFactorAt },
    operation: "transactions.list-cases",
    use: { access, act },
    at,
    stepUpValidMs,
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

  it("of her own second factors needs none, but the role", () => {
    const own = { act: "own", secondFactorAt: null } as const;
    expect(asked(["admin"], "staff", own)).toEqual({ kind: "authorised" });
    expect(asked(["user"], "staff", own)).toEqual({ kind: "refused", code: "forbidden" });
  });

  it.each(beyondOwn)("needs a second factor in the session, whatever else it is: %s", (act) => {
    const refused = { kind: "refused", code: "second-factor-required" };
    expect(asked(["admin"], "staff", { act, secondFactorAt: null })).toEqual(refused);
    expect(asked(["admin"], "staff", { act })).toEqual({ kind: "authorised" });
    const forbidden = { kind: "refused", code: "forbidden" };
    expect(asked(["user"], "staff", { act, secondFactorAt: null })).toEqual(forbidden);
  });

  it("on money needs one of the last ten minutes; looks and other acts do not", () => {
    const fresh = { secondFactorAt: plusMs(at, 1 - stepUpValidMs) };
    const stale = { secondFactorAt: plusMs(at, -stepUpValidMs) };
    expect(asked(["admin"], "admins", { act: "money", ...fresh }).kind).toBe("authorised");
    expect(asked(["admin"], "admins", { act: "money", ...stale })).toEqual({
      kind: "refused",
      code: "step-up-required",
    });
    for (const act of ["look", "act"] as const) {
      expect(asked(["admin"], "admins", { act, ...stale }).kind).toBe("authorised");
    }
  });
});

describe("an act of a machine", () => {
  const ofMachine = (operation: string, act: StaffActKind, access: StaffAccess = "staff") =>
    authoriseStaffAct({
      actor: { kind: "api-key", keyId: newId(), accountId, operations: ["identity.list-users"] },
      operation,
      use: { access, act },
      at,
      stepUpValidMs,
    }).kind;

  it("is what its key opens, and never one on money or of admins", () => {
    expect(ofMachine("identity.list-users", "look")).toBe("authorised");
    expect(ofMachine("identity.get-user", "look")).toBe("refused");
    expect(ofMachine("identity.list-users", "money")).toBe("refused");
    expect(ofMachine("identity.list-users", "look", "admins")).toBe("refused");
  });
});
