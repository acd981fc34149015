import {
  AccountTierChanged,
  CheckSession,
  DeactivateAccount,
  EraseAccount,
  GetUser,
  identityProposals,
  ListRevocations,
  ListUsers,
  LogIn,
  type RequestInput,
  SuspendUser,
} from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import { mendSuspensions } from "../../database/migrations/0026-mend-suspensions.ts";
import { activated, person, registered, useIdentity } from "../../identity.fixture.ts";
import { newcomer } from "../../sessions/sessions.fixture.ts";
import {
  approve,
  changeByTwo,
  changeUser,
  hired,
  proposeAlone,
  type UserChanges,
  withRoles,
} from "./staff.fixture.ts";

const identity = await useIdentity();
const staff = [await hired(identity), await hired(identity)] as const;
const [by, approver] = staff;

const refusedWith = (code: string) => ({ kind: "refused", refusal: { code } });

describe("users and the staff", () => {
  const anybody = {
    limit: 100,
    cursor: null,
    search: null,
    role: null,
    status: null,
    kycStatus: null,
    kycTier: null,
    country: null,
  } as const;
  const list = async (changes: Partial<RequestInput<typeof ListUsers>> = {}) => {
    const result = await identity.request(ListUsers, { ...anybody, ...changes });
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    return result.data;
  };
  const idsOf = async (changes: Partial<RequestInput<typeof ListUsers>>) =>
    (await list(changes)).rows.map(({ id }) => id);
  const change = (accountId: AccountId, changes: UserChanges, commandId?: string) =>
    changeUser(identity, staff, { accountId, ...changes, ...(commandId && { commandId }) });
  const eventsOf = (streamId: string) =>
    identity.database.query<{ type: string; publicType: string | null; data: object }>(
      CompiledQuery.raw(
        `select event_type as type, public_type as "publicType", data from events
         where stream_id = $1 order by version`,
        [streamId],
      ),
    );

  it("are found by any part of what they are called, in any case, and by their id", async () => {
    const id = await activated(
      identity,
      person({
        name: "Sèdjro 100%_Ahouansou",
        email: "needle.x@Example.org",
        whatsapp: "+22961000042",
      }),
    );
    await activated(identity, person({ name: "Somebody Else" }));

    for (const search of ["ahouan", "SÈDJRO", "100%_a", "needle.x@", "61000042", id, "sedjro"]) {
      expect([search, await idsOf({ search })]).toEqual([search, [id]]);
    }
    for (const search of ["100__a", "%", "needle?x", newId()]) {
      expect((await idsOf({ search })).includes(id)).toBe(search === "%");
    }
  });

  it("are filtered by role, state, tier, verification and country", async () => {
    const id = await activated(identity, person({ country: "GW" }));
    const pending = await registered(identity, person({ country: "GW" }));
    await change(id, { role: "service_client", kycTier: 3, isActive: false });

    expect(await idsOf({ country: "GW" })).toEqual([pending, id]);
    const of = { country: "GW" } as const;
    expect(await idsOf({ ...of, role: "service_client" })).toEqual([id]);
    expect(await idsOf({ ...of, status: "SUSPENDED" })).toEqual([id]);
    expect(await idsOf({ ...of, status: "PENDING" })).toEqual([pending]);
    expect(await idsOf({ ...of, kycTier: 3 })).toEqual([id]);
    expect(await idsOf({ ...of, kycStatus: "APPROVED" })).toEqual([]);
    expect(await idsOf({ ...of, role: "admin" })).toEqual([]);
  });

  it("are read in pages, each once, while others come", async () => {
    const country = "NE";
    const ids: string[] = [];
    for (let each = 0; each < 5; each += 1) {
      if (each % 2 === 0) identity.clock.advanceMs(1);
      ids.push(await registered(identity, person({ country })));
    }
    const first = await list({ country, limit: 2 });
    identity.clock.advanceMs(1);
    await registered(identity, person({ country }));
    const second = await list({ country, limit: 2, cursor: first.nextCursor });
    const third = await list({ country, limit: 2, cursor: second.nextCursor });

    const seen = [first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(seen.toSorted()).toEqual(ids.toSorted());
    expect(third.nextCursor).toBeNull();
    expect(await identity.request(ListUsers, { ...anybody, cursor: "x" })).toMatchObject({
      refusal: { code: "validation-failed", fields: { cursor: ["invalid"] } },
    });
  });

  it("are changed with author and reason, whose words are in no event", async () => {
    const id = await activated(identity, person());
    const changed = await change(id, { role: "admin", kycTier: 2 });

    expect(changed).toMatchObject({
      data: {
        user: {
          roles: ["admin", "user"],
          kyc_tier: { id: 2, monthly_limit: 2_000_000 },
          status: "ACTIVE",
          rulings: [
            { by, what: { role: "admin", tier: 2, approved_by: approver }, reason: "canary" },
          ],
        },
      },
    });
    const events = await eventsOf(id);
    expect(events.slice(-2)).toMatchObject([
      { type: "RolesChanged", publicType: null, data: { by } },
      { type: "KycTierChanged", publicType: AccountTierChanged.type, data: { by } },
    ]);
    expect(JSON.stringify(events)).not.toContain("canary");
  });

  it("lose every session when their role changes or they are suspended, and not by a tier", async () => {
    for (const [changes, isLive] of [
      [{ kycTier: 1 }, true],
      [{ role: "service_client" }, false],
      [{ isActive: false }, false],
    ] as const) {
      const { token } = await newcomer(identity);
      await change(token.accountId, changes);
      const { sessionId, tokenId } = token;
      expect(await identity.request(CheckSession, { sessionId, tokenId })).toMatchObject({
        data: { isLive },
      });
    }
  });

  it("are named to every gateway when they lose access, for what is open by a key of theirs", async () => {
    for (const [changes, isNamed] of [
      [{ kycTier: 1 }, false],
      [{ role: "service_client" }, true],
      [{ isActive: false }, true],
    ] as const) {
      const { token } = await newcomer(identity);
      await change(token.accountId, changes);
      const listed = await identity.request(ListRevocations, { afterSequence: 0 });
      if (listed.kind !== "replied") throw new Error("no list");
      const ids = listed.data.revocations.map(({ id }) => id);
      expect(ids.includes(token.accountId)).toBe(isNamed);
    }
  });

  it("cannot log in while they are suspended, and can when the suspension is lifted", async () => {
    const who = person();
    const id = await activated(identity, who);
    await change(id, { isActive: false });
    expect(await identity.request(LogIn, who)).toMatchObject({
      refusal: { code: "account-suspended" },
    });

    await change(id, { isActive: true });
    expect(await identity.request(LogIn, who)).toMatchObject({ kind: "replied" });
  });

  it("are what they were before, however many of the staff had suspended them", async () => {
    const [open, closed] = [person(), person()];
    const ids = [await activated(identity, open), await activated(identity, closed)] as const;
    const own = { accountId: ids[1], password: closed.password };
    expect((await identity.request(DeactivateAccount, own)).kind).toBe("replied");
    for (const accountId of ids) {
      for (const who of [...staff, by]) {
        const said = { by: who, accountId, reason: "canary" };
        expect((await identity.request(SuspendUser, said)).kind).toBe("replied");
      }
      await change(accountId, { isActive: true });
    }

    expect(await identity.request(LogIn, open)).toMatchObject({ kind: "replied" });
    expect(await identity.request(LogIn, closed)).toMatchObject({
      refusal: { code: "account-deactivated" },
    });
  });

  it("that a release of before left suspended are what the log says behind a step of the schema", async () => {
    const query = (text: string, values: readonly unknown[]) =>
      identity.database.query<object>(CompiledQuery.raw(text, [...values]));
    const suspendedTwice = async () => {
      const accountId = await activated(identity, person());
      for (const who of staff) {
        await identity.request(SuspendUser, { by: who, accountId, reason: "canary" });
      }
      return accountId;
    };
    const [lifted, kept, once] = [
      await suspendedTwice(),
      await suspendedTwice(),
      await activated(identity, person()),
    ];
    await change(lifted, { isActive: true });
    await change(once, { isActive: false });
    const put =
      "update accounts set status = 'suspended', status_before_suspension = $2 where account_id = $1";
    await query(put, [lifted, null]);
    await query(put, [kept, "suspended"]);

    if (mendSuspensions.kind !== "backfill") throw new Error("It fills");
    const { batch, start } = mendSuspensions;
    for (const _twice of [1, 2]) await query(batch, [start, 1_000]);

    const rowOf = "select status, status_before_suspension from accounts where account_id = $1";
    const suspended = [{ status: "suspended", status_before_suspension: "active" }];
    expect(await query(rowOf, [lifted])).toEqual([
      { status: "active", status_before_suspension: null },
    ]);
    expect(await query(rowOf, [kept])).toEqual(suspended);
    expect(await query(rowOf, [once])).toEqual(suspended);
  });

  it("are changed once when the same command comes twice", async () => {
    const id = await activated(identity, person());
    const commandId = newId();
    const both = await Promise.all([1, 2].map(() => change(id, { role: "admin" }, commandId)));

    expect(both.map(({ kind }) => kind)).toEqual(["replied", "replied"]);
    const changes = (await eventsOf(id)).filter(({ type }) => type === "RolesChanged");
    expect(changes).toHaveLength(1);
    const detail = await identity.request(GetUser, { accountId: id });
    if (detail.kind !== "replied") throw new Error("no user");
    expect(detail.data.user.rulings).toHaveLength(1);
  });

  it("are read however often somebody ruled about them, in letters of which each is six bytes in JSON", async () => {
    const id = await activated(identity, person());
    const text = `insert into admin_actions (reason_id, account_id, acted_by, what, reason, acted_at)
      select gen_random_uuid(), $1, $2, '{}', $3, $4::timestamptz - make_interval(secs => place)
      from generate_series(1, 200) as place`;
    const reason = "\u0001".repeat(1_000);
    await identity.database.query(CompiledQuery.raw(text, [id, by, reason, identity.clock.now()]));
    await change(id, { kycTier: 1 });
    const detail = await identity.request(GetUser, { accountId: id });
    if (detail.kind !== "replied") throw new Error(JSON.stringify(detail));
    expect(detail.data.user.rulings[0]).toMatchObject({ what: { tier: 1 }, reason: "canary" });
  });

  it("are changed by nobody about the own account, nor before their address is proved", async () => {
    const id = await activated(identity, person());
    const pending = await registered(identity, person());

    const own = { operation: "change-user", account_id: by, tier: 3 };
    expect(await changeByTwo(identity, staff, own)).toEqual(refusedWith("forbidden"));
    const approvers = { ...own, account_id: approver };
    expect(await changeByTwo(identity, staff, approvers)).toEqual(refusedWith("own-account"));
    expect(await change(id, { role: "user" })).toMatchObject({ kind: "replied" });
    expect(await change(pending, { role: "admin" })).toMatchObject({
      refusal: { code: "user-not-verified" },
    });
    const nobody = newId<"AccountId">();
    expect(await change(nobody, { role: "admin" })).toMatchObject({
      refusal: { code: "not-found" },
    });
    expect(await identity.request(GetUser, { accountId: nobody })).toMatchObject({
      refusal: { code: "not-found" },
    });
  });

  it("are made an admin by two, of whom none was made one for it", async () => {
    const [second, third] = [await activated(identity, person()), await hired(identity)];
    const role = { operation: "change-user", account_id: third, role: "user" };
    const proposed = await proposeAlone(identity, by, role);
    if (proposed.kind !== "replied") throw new Error("not proposed");
    const { proposal } = proposed.data;
    identity.clock.advanceMs(1);
    expect(await change(second, { role: "admin" })).toMatchObject({ kind: "replied" });
    expect(await approve(identity, by, proposal)).toEqual(refusedWith("own-proposal"));
    expect(await approve(identity, second, proposal)).toEqual(refusedWith("approver-too-new"));
    const client = await hired(identity, "service_client");
    expect(await approve(identity, client, proposal)).toEqual(refusedWith("forbidden"));
    expect(await changeByTwo(identity, [client, approver], role)).toEqual(refusedWith("forbidden"));
    expect(await approve(identity, approver, proposal)).toMatchObject({
      data: { proposal: { status: "executed" } },
    });
    const before = { operation: "change-user", account_id: second, role: "user" };
    await identity.suspend(third);
    expect(await changeByTwo(identity, [third, approver], before)).toEqual(
      refusedWith("forbidden"),
    );
  });

  it("are changed as they were when it was proposed: what stands otherwise by then is left alone", async () => {
    const id = await activated(identity, person());
    await change(id, { isActive: false });
    const lift = { operation: "change-user", account_id: id, active: true };
    const proposed = await proposeAlone(identity, by, lift);
    if (proposed.kind !== "replied") throw new Error("not proposed");
    const { proposal } = proposed.data;
    expect(proposal.content).toMatchObject({
      active: true,
      as_of: { suspension: expect.any(String) },
    });
    const others = [approver, by] as const;
    await changeUser(identity, others, { accountId: id, isActive: true });
    await change(id, { isActive: false });
    for (const _twice of [1, 2]) {
      expect(await approve(identity, approver, proposal)).toEqual(refusedWith("proposal-outdated"));
    }
    const user = await identity.request(GetUser, { accountId: id });
    expect(user).toMatchObject({ data: { user: { status: "SUSPENDED" } } });
    const { getProposal } = identityProposals;
    expect(await identity.request(getProposal, { proposalId: proposal.id })).toMatchObject({
      data: { proposal: { status: "proposed", decided_by: null } },
    });
    await change(id, { isActive: true, kycTier: 1 });
    expect(await changeByTwo(identity, staff, lift)).toMatchObject({ kind: "replied" });
  });

  it("are not proposed about who is erased in that moment, and nothing breaks", async () => {
    const id = await activated(identity, person());
    const proposing = await identity.database.transaction(async (session) => {
      const text = "delete from account_contacts where account_id = $1";
      await session.query(CompiledQuery.raw(text, [id]));
      const named = { operation: "change-user", account_id: id, tier: 1 };
      const asked = proposeAlone(identity, by, named);
      const waiting = `select from pg_locks where not granted and pid in (
        select pid from pg_stat_activity where datname = current_database())`;
      await eventually("she waits for it", async () => {
        return (await identity.database.query(CompiledQuery.raw(waiting))).length > 0;
      });
      return { asked };
    });
    expect(await proposing.asked).toEqual(refusedWith("not-found"));
  });

  it("always have an admin left, also when two end each other in the same moment", async () => {
    const admins = () => list({ role: "admin", status: "ACTIVE" });
    const other = person();
    const otherId = await activated(identity, other);
    await change(otherId, { role: "admin" });
    for (const { id } of (await admins()).rows) {
      if (id !== otherId) await withRoles(identity, id as AccountId, ["user"]);
    }
    const last = refusedWith("last-admin");
    const { password } = other;
    const close = () => identity.request(DeactivateAccount, { accountId: otherId, password });
    const erase = () => identity.request(EraseAccount, { accountId: otherId, password });
    expect([await close(), await erase()]).toMatchObject([last, last]);

    for (let round = 0; round < 5; round += 1) {
      const id = await hired(identity);
      const standing = (await admins()).rows.find((row) => row.id !== id)?.id as AccountId;
      const suspend = (who: AccountId, accountId: AccountId) =>
        identity.request(SuspendUser, { by: who, accountId, reason: "canary" });
      const results = await Promise.all([suspend(standing, id), suspend(id, standing)]);
      expect(results.map(({ kind }) => kind).toSorted()).toEqual(["refused", "replied"]);
      expect(results).toContainEqual(refusedWith("forbidden"));
      expect((await admins()).rows).toHaveLength(1);
    }
  });
});
