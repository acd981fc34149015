import { type AccountId, instant, newId } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { publish } from "../publish.ts";
import { account } from "./decide.ts";
import { AccountEvent } from "./events.ts";

const accountId: AccountId = newId();
const at = instant("2026-11-21T10:00:00.000000Z");
const later = instant("2026-11-21T10:05:00.000000Z");

const registered: AccountEvent = {
  type: "AccountRegistered",
  v: 1,
  accountId,
  country: "CI",
  registeredAt: at,
};
const activated: AccountEvent = {
  type: "AccountActivated",
  v: 1,
  accountId,
  country: "CI",
  kycTier: 0,
  activatedAt: later,
};

describe("an account", () => {
  const spec = specify(account);

  it("is pending once somebody registers", () => {
    const state = spec
      .given()
      .when({ kind: "register", accountId, country: "CI", at })
      .thenAccepted(registered);
    expect(state.status).toBe("pending");
  });

  it("is registered once, however often it is asked for", () => {
    spec
      .given(registered)
      .when({ kind: "register", accountId, country: "BJ", at: later })
      .thenNothingNew();
  });

  it("becomes active in the lowest tier when its address is proved", () => {
    const state = spec
      .given(registered)
      .when({ kind: "activate", at: later })
      .thenAccepted(activated);
    expect(state).toEqual({ status: "active", accountId, country: "CI" });
  });

  it("is activated once", () => {
    spec.given(registered, activated).when({ kind: "activate", at: later }).thenNothingNew();
  });

  it("cannot be activated before anybody registered it", () => {
    spec.given().when({ kind: "activate", at }).thenRefused("not-registered");
  });
});

describe("the events of an account", () => {
  it.each([registered, activated])("are read back as they were written: $type", (event) => {
    expect(AccountEvent.parse(JSON.parse(JSON.stringify(event)))).toEqual(event);
  });

  it("tell the other services of an activation and of nothing before it", () => {
    expect(publish(registered)).toBeUndefined();
    expect(publish(activated)).toEqual({
      type: "sanu.identity.AccountActivated.v1",
      dataText: JSON.stringify({ accountId, country: "CI", kycTier: 0, activatedAt: later }),
    });
  });
});
