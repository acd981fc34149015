import type { AccountRole } from "@sanu/contracts";
import { type AccountId, fold, type Instant, instant, newId } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { publish } from "../publish.ts";
import type { AccountCommand } from "./commands.ts";
import { account } from "./decide.ts";
import { AccountEvent } from "./events.ts";
import { accountId, activated, at, head, later, registered } from "./example-history.fixture.ts";

const by: AccountId = newId();
const reasonId: string = newId();
const action = { by, reasonId, at: later };

const deactivated: AccountEvent = { type: "AccountDeactivated", ...head, at: later };
const reactivated: AccountEvent = { type: "AccountReactivated", ...head, at: later };
const passwordReset: AccountEvent = { type: "PasswordReset", ...head, at: later };
const moved: AccountEvent = { type: "CountryChanged", ...head, country: "TG", at: later };
const suspended: AccountEvent = { type: "AccountSuspended", ...head, ...action };
const lifted: AccountEvent = { type: "SuspensionLifted", ...head, ...action };
const promoted: AccountEvent = {
  type: "RolesChanged",
  ...head,
  ...action,
  roles: ["service_client", "user"],
};
const raised: AccountEvent = { type: "KycTierChanged", ...head, ...action, kycTier: 2 };

const spec = specify(account);
const active = [registered, activated];
const whileActive = spec.given(...active);
const whileDeactivated = spec.given(...active, deactivated);

describe("an account", () => {
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
    expect(state).toEqual({
      status: "active",
      accountId,
      country: "CI",
      roles: ["user"],
      kycTier: 0,
      kyc: { status: "NONE" },
    });
  });

  it("is activated once, whatever became of it since", () => {
    for (const since of [[], [deactivated], [suspended]]) {
      spec
        .given(...active, ...since)
        .when({ kind: "activate", at: later })
        .thenNothingNew();
    }
  });

  const own: readonly AccountCommand[] = [
    { kind: "activate", at },
    { kind: "deactivate", at },
    { kind: "reactivate", at },
    { kind: "reset-password", at },
    { kind: "change-country", country: "SN", at },
  ];
  const adminCommands: readonly AccountCommand[] = [
    { kind: "suspend", ...action },
    { kind: "lift-suspension", ...action },
    { kind: "change-roles", roles: ["admin"], ...action },
    { kind: "change-kyc-tier", kycTier: 1, ...action },
    { kind: "change-access", kycTier: 1, roles: ["admin"], isSuspended: true, ...action },
  ];

  it.each([...own, ...adminCommands])("that nobody registered refuses to $kind", (command) => {
    spec.given().when(command).thenRefused("not-registered");
  });

  it.each([...own.slice(1), ...adminCommands])("that nobody proved refuses to $kind", (command) => {
    spec.given(registered).when(command).thenRefused("not-verified");
  });

  it.each(own.slice(1))("that is suspended refuses to $kind", (command) => {
    spec
      .given(...active, suspended)
      .when(command)
      .thenRefused("suspended");
  });
});

describe("an account and its owner", () => {
  it("is closed and opened again, each once", () => {
    whileActive.when({ kind: "deactivate", at: later }).thenAccepted(deactivated);
    whileDeactivated.when({ kind: "deactivate", at: later }).thenNothingNew();
    const state = whileDeactivated
      .when({ kind: "reactivate", at: later })
      .thenAccepted(reactivated);
    expect(state.status).toBe("active");
    whileActive.when({ kind: "reactivate", at: later }).thenNothingNew();
  });

  it("takes a new password, also while it is closed, and stays closed", () => {
    whileActive.when({ kind: "reset-password", at: later }).thenAccepted(passwordReset);
    const state = whileDeactivated
      .when({ kind: "reset-password", at: later })
      .thenAccepted(passwordReset);
    expect(state.status).toBe("deactivated");
  });

  it("moves to another country, and not to the same", () => {
    const moves = { kind: "change-country", country: "TG", at: later } as const;
    const state = whileActive.when(moves).thenAccepted(moved);
    expect(state).toMatchObject({ country: "TG" });
    spec
      .given(...active, moved)
      .when(moves)
      .thenNothingNew();
    whileDeactivated.when(moves).thenRefused("deactivated");
  });
});

describe("an account and the staff", () => {
  it("is suspended with author and reason, once", () => {
    const suspend = { kind: "suspend", ...action } as const;
    const state = whileActive.when(suspend).thenAccepted(suspended);
    expect(state.status).toBe("suspended");
    spec
      .given(...active, suspended)
      .when(suspend)
      .thenNothingNew();
  });

  it("is suspended again by somebody else, for a reason of its own, and lifted at once", () => {
    const other = { ...action, by: newId<"AccountId">() as AccountId, reasonId: newId<string>() };
    const again: AccountEvent = { ...suspended, ...other };
    spec
      .given(...active, deactivated, suspended)
      .when({ kind: "suspend", ...other })
      .thenAccepted(again);
    const state = spec
      .given(...active, deactivated, suspended, again)
      .when({ kind: "lift-suspension", ...action })
      .thenAccepted(lifted);
    expect(state.status).toBe("deactivated");
  });

  it("is what it was before when a suspension is lifted", () => {
    const lift = { kind: "lift-suspension", ...action } as const;
    const opened = spec
      .given(...active, suspended)
      .when(lift)
      .thenAccepted(lifted);
    expect(opened.status).toBe("active");
    const closed = spec
      .given(...active, deactivated, suspended)
      .when(lift)
      .thenAccepted(lifted);
    expect(closed.status).toBe("deactivated");
    whileActive.when(lift).thenNothingNew();
  });

  it("gets roles, everybody's always among them, each once", () => {
    const roles = ["service_client", "service_client"] as const;
    const promote = { kind: "change-roles", roles, ...action } as const;
    const state = whileActive.when(promote).thenAccepted(promoted);
    expect(state).toMatchObject({ roles: ["service_client", "user"] });
    spec
      .given(...active, promoted)
      .when(promote)
      .thenNothingNew();
  });

  it("is of the staff since its newest role there, and an admin no longer than it is one", () => {
    const [first, second, third] = [at, later, instant("2027-01-01T00:00:00.000000Z")];
    const rolesAt = (moment: Instant, roles: readonly AccountRole[]): AccountEvent => {
      return { type: "RolesChanged", ...head, ...action, roles, at: moment };
    };
    const service = rolesAt(first, ["service_client", "user"]);
    const both = rolesAt(second, ["admin", "service_client", "user"]);
    const since = (...events: readonly AccountEvent[]) => {
      const state = fold(account, [...active, ...events]);
      return "staffSince" in state ? state.staffSince : undefined;
    };
    expect(since(service)).toBe(first);
    expect(since(service, both)).toBe(second);
    // Who loses one of them is of the staff no later for that.
    expect(since(service, both, rolesAt(third, ["admin", "user"]))).toBe(second);
    expect(since(service, rolesAt(second, ["user"]))).toBeUndefined();
    expect(
      since(service, rolesAt(second, ["user"]), rolesAt(third, ["service_client", "user"])),
    ).toBe(third);
  });

  it("gets another tier, and not the same", () => {
    const raise = { kind: "change-kyc-tier", kycTier: 2, ...action } as const;
    const state = whileActive.when(raise).thenAccepted(raised);
    expect(state).toMatchObject({ kycTier: 2 });
    spec
      .given(...active, raised)
      .when(raise)
      .thenNothingNew();
  });
});

describe("several decisions of the staff", () => {
  const change = { kind: "change-access", ...action } as const;

  it("leave alone what they do not name: who is suspended stays so while she gets a tier", () => {
    spec
      .given(...active, suspended)
      .when({ ...change, kycTier: 2 })
      .thenAccepted(raised);
  });

  it("give one role in place of another", () => {
    const swapped: AccountEvent = { ...promoted, roles: ["admin", "user"] };
    spec
      .given(...active, promoted)
      .when({ kind: "change-roles", roles: ["admin"], ...action })
      .thenAccepted(swapped);
  });

  it("are carried out together, and what is so already is left out", () => {
    const state = spec
      .given(...active, raised)
      .when({ ...change, roles: ["service_client"], kycTier: 2, isSuspended: true })
      .thenAccepted(promoted, suspended);
    expect(state).toMatchObject({ status: "suspended", roles: ["service_client", "user"] });
  });

  it("are of what stood when they were proposed, and of nothing else", () => {
    const suspension = { ...suspended, reasonId: newId<string>() } as const;
    const lift = { ...change, isSuspended: false, asOf: { suspension: reasonId } };
    spec
      .given(...active, suspended)
      .when(lift)
      .thenAccepted(lifted);
    for (const since of [[lifted], [lifted, suspension], [suspension]]) {
      spec
        .given(...active, suspended, ...since)
        .when(lift)
        .thenRefused("outdated");
    }
    const raise = { ...change, kycTier: 2, asOf: { tier: 0 } };
    whileActive.when(raise).thenAccepted(raised);
    spec
      .given(...active, { ...raised, kycTier: 1 })
      .when(raise)
      .thenRefused("outdated");
    const promote = { ...change, roles: ["service_client"], asOf: { roles: ["user"] } } as const;
    spec
      .given(...active, raised)
      .when(promote)
      .thenAccepted(promoted);
    spec
      .given(...active, { ...promoted, roles: ["admin", "user"] })
      .when(promote)
      .thenRefused("outdated");
  });

  it("are no news when nothing changes", () => {
    spec
      .given(...active, promoted, raised)
      .when({ ...change, roles: ["service_client"], kycTier: 2, isSuspended: false })
      .thenNothingNew();
    whileActive.when(change).thenNothingNew();
  });

  it.each(actionsOf(accountId))("are nobody's about the own account: $kind", (command) => {
    whileActive.when(command).thenRefused("own-account");
  });
});

function actionsOf(author: AccountId): readonly AccountCommand[] {
  const own = { ...action, by: author };
  return [
    { kind: "suspend", ...own },
    { kind: "lift-suspension", ...own },
    { kind: "change-roles", roles: ["admin"], ...own },
    { kind: "change-kyc-tier", kycTier: 3, ...own },
    { kind: "change-access", kycTier: 3, ...own },
  ];
}

describe("the events of an account", () => {
  const ofEachKind = [
    ...active,
    deactivated,
    reactivated,
    passwordReset,
    moved,
    suspended,
    lifted,
    promoted,
    raised,
  ];

  it.each(ofEachKind)("are read back as they were written: $type", (event) => {
    expect(AccountEvent.parse(JSON.parse(JSON.stringify(event)))).toEqual(event);
  });

  it("tell the other services of a tier", () => {
    expect(publish(raised)).toEqual({
      type: "sanu.identity.AccountTierChanged.v1",
      dataText: JSON.stringify({ accountId, kycTier: 2, changedAt: later }),
    });
  });

  it("tell the other services that its owner closed it, and opened it again", () => {
    expect([deactivated, reactivated].map(publish)).toEqual([
      {
        type: "sanu.identity.AccountDeactivated.v1",
        dataText: JSON.stringify({ accountId, deactivatedAt: later }),
      },
      {
        type: "sanu.identity.AccountReactivated.v1",
        dataText: JSON.stringify({ accountId, reactivatedAt: later }),
      },
    ]);
  });

  it("tell the other services of an activation and of nothing before it", () => {
    expect(publish(registered)).toBeUndefined();
    expect(publish(activated)).toEqual({
      type: "sanu.identity.AccountActivated.v1",
      dataText: JSON.stringify({ accountId, country: "CI", kycTier: 0, activatedAt: later }),
    });
  });
});
