import { type AccountId, instant, newId, plusMs } from "@sanu/kernel";
import type { Standing } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { refusedStanding } from "./refused-standing.ts";

const [ama, kofi]: readonly [AccountId, AccountId] = [newId(), newId()];
const proposedAt = instant("2026-11-23T10:00:00.000000Z");
const at = plusMs(proposedAt, 60_000);
const admin: Standing = { mayDecide: true, since: plusMs(proposedAt, -1) };
const proposals = { isSoleAdminAllowed: false, newcomerWaitsMs: 60_000 };

const refusedTo = (
  standings: ReadonlyMap<AccountId, Standing> | undefined,
  changes: { readonly by?: AccountId; readonly at?: typeof at } = {},
  isSoleAdminAllowed = false,
) =>
  refusedStanding(
    {
      proposals: { ...proposals, isSoleAdminAllowed },
      standingsOf: () => Promise.resolve(standings),
    },
    { proposedBy: ama, proposedAt },
    { by: kofi, at, ...changes },
  );

describe("who approves a verdict", () => {
  it("waits while identity is away, because nobody else knows who is an admin", async () => {
    expect(await refusedTo(undefined)).toBe("service-unavailable");
  });

  it("is an admin, of the proposal of somebody who is one still", async () => {
    expect(await refusedTo(new Map([[ama, admin]]))).toBe("forbidden");
    expect(await refusedTo(new Map([[kofi, admin]]))).toBe("proposal-void");
    const demoted = new Map([[kofi, admin]]).set(ama, { ...admin, mayDecide: false });
    expect(await refusedTo(demoted)).toBe("proposal-void");
    expect(await refusedTo(new Map([ama, kofi].map((each) => [each, admin])))).toBeUndefined();
  });

  it("is who proposed it only as long as nobody else is an admin, where that is allowed", async () => {
    const [one, alone] = [admin, { ...admin, isOnlyAdmin: true }].map(
      (each) => new Map([[ama, each]]),
    );
    expect(await refusedTo(alone, { by: ama })).toBe("own-proposal");
    expect(await refusedTo(one, { by: ama }, true)).toBe("own-proposal");
    expect(await refusedTo(alone, { by: ama }, true)).toBeUndefined();
  });

  it("was one before the proposal, or for long enough", async () => {
    const newcomer = { mayDecide: true, since: plusMs(proposedAt, 1) };
    const both = new Map([
      [ama, admin],
      [kofi, newcomer],
    ]);
    expect(await refusedTo(both)).toBe("approver-too-new");
    expect(await refusedTo(both, { at: plusMs(proposedAt, 60_001) })).toBeUndefined();
  });
});
