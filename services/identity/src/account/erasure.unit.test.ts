import { newId } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { publish } from "../publish.ts";
import { account } from "./decide.ts";
import { AccountEvent } from "./events.ts";
import { accountId, activated, at, head, registered } from "./example-history.fixture.ts";

const [erasureId, otherId] = [newId<string>(), newId<string>()];
const ofErasure = { ...head, erasureId, at } as const;

const suspended: AccountEvent = {
  type: "AccountSuspended",
  ...head,
  by: newId<"AccountId">(),
  reasonId: newId(),
  at,
};
const requested: AccountEvent = { type: "ErasureRequested", ...ofErasure, by: accountId };
const refused: AccountEvent = { type: "ErasureRefused", ...ofErasure, open: ["refund"] };
const erased: AccountEvent = { type: "AccountErased", ...ofErasure };

const spec = specify(account);
const request = { kind: "request-erasure", erasureId, by: accountId, at } as const;
const erase = { kind: "erase", erasureId, at } as const;
const refuse = { kind: "refuse-erasure", erasureId, open: ["refund"], at } as const;

describe("the erasure of an account", () => {
  it.each([
    ["pending", []],
    ["active", [activated]],
    ["deactivated", [activated, { type: "AccountDeactivated", ...head, at }]],
    ["suspended", [activated, suspended]],
  ] as const)("is asked for while it is %s, which it stays", (status, since) => {
    const state = spec
      .given(registered, ...since)
      .when(request)
      .thenAccepted(requested);
    expect(state.status).toBe(status);
  });

  it("is asked for once at a time, and again after it was refused", () => {
    const later = { ...request, erasureId: otherId };
    const asked = [registered, activated, requested];
    spec
      .given(...asked)
      .when(request)
      .thenNothingNew();
    spec
      .given(...asked)
      .when(later)
      .thenNothingNew();
    spec
      .given(...asked, refused)
      .when(request)
      .thenNothingNew();
    spec
      .given(...asked, refused)
      .when(later)
      .thenAccepted({ ...requested, erasureId: otherId });
  });

  it("is refused while something is open, once", () => {
    const state = spec.given(registered, activated, requested).when(refuse).thenAccepted(refused);
    expect(state.status).toBe("active");
    spec.given(registered, activated, requested, refused).when(refuse).thenNothingNew();
  });

  it("happens once, and nothing but its own copies is answered afterwards", () => {
    const state = spec.given(registered, activated, requested).when(erase).thenAccepted(erased);
    expect(state).toEqual({ status: "erased", accountId, erasureId });
    const gone = [registered, activated, requested, erased];
    for (const copy of [erase, request, refuse, { ...request, erasureId: otherId }]) {
      spec
        .given(...gone)
        .when(copy)
        .thenNothingNew();
    }
    const action = { by: newId<"AccountId">(), reasonId: newId(), at };
    for (const command of [
      { kind: "activate", at },
      { kind: "reactivate", at },
      { kind: "deactivate", at },
      { kind: "reset-password", at },
      { kind: "change-roles", roles: ["admin"], ...action },
      { kind: "approve-kyc", submissionId: newId(), documentHmac: "h", kycTier: 2, ...action },
    ] as const) {
      spec
        .given(...gone)
        .when(command)
        .thenRefused("erased");
    }
  });

  it("does not happen unless it was asked for, nor when it was refused", () => {
    for (const command of [erase, refuse]) {
      spec.given(registered, activated).when(command).thenRefused("erasure-not-requested");
      const other = { ...command, erasureId: otherId };
      spec.given(registered, activated, requested).when(other).thenRefused("erasure-not-requested");
      spec.given().when(command).thenRefused("not-registered");
    }
    spec
      .given(registered, activated, requested, refused)
      .when(erase)
      .thenRefused("erasure-not-requested");
  });

  it("is two public facts; why it was refused stays with us", () => {
    expect(publish(requested)?.dataText).toBe(
      `{"accountId":"${accountId}","erasureId":"${erasureId}","requestedAt":"${at}"}`,
    );
    expect(publish(erased)?.dataText).toBe(`{"accountId":"${accountId}","erasedAt":"${at}"}`);
    expect(publish(refused)).toBeUndefined();
    for (const event of [requested, refused, erased]) {
      expect(AccountEvent.parse(JSON.parse(JSON.stringify(event)))).toEqual(event);
    }
  });
});
