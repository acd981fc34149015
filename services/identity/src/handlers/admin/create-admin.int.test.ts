import { GetUser, LogIn, VerifyOtp } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { OPERATOR } from "../../admin-actions/operator.ts";
import { composeAdmins } from "../../compose-admins.ts";
import {
  activated,
  invalidCode,
  mailedCode,
  person,
  registered,
  startIdentity,
} from "../../identity.fixture.ts";
import { changeUser } from "./staff.fixture.ts";

const identity = await startIdentity();
const admins = await composeAdmins(identity.databaseUrl, identity.clock);

afterAll(async () => {
  await admins.close();
  await identity.stop();
});

describe("the first admin", () => {
  const newcomer = () => ({ ...person(), reason: "canary" });

  it("is made with a proved address, and can log in", async () => {
    const who = newcomer();
    const { accountId, was } = await admins.create(who);

    expect(was).toBe("made");
    expect(await identity.request(LogIn, who)).toMatchObject({
      data: { user: { id: accountId, roles: ["admin", "user"], is_active: true } },
    });
    expect(await identity.request(GetUser, { accountId })).toMatchObject({
      data: { user: { rulings: [{ by: OPERATOR, what: { role: "admin" }, reason: "canary" }] } },
    });
    const events = await identity.database.query<{ type: string; text: string }>(
      CompiledQuery.raw(
        "select event_type as type, data::text as text from events where stream_id = $1 order by version",
        [accountId],
      ),
    );
    expect(events.map(({ type }) => type)).toEqual([
      "AccountRegistered",
      "AccountActivated",
      "RolesChanged",
    ]);
    for (const text of [who.email, who.name, "canary"]) {
      expect(JSON.stringify(events)).not.toContain(text);
    }
  });

  it("voids pending registrations of the address, as every proof of it does", async () => {
    const who = newcomer();
    const pending = await registered(identity, who);
    const code = await mailedCode(identity, pending);
    await admins.create(who);

    const opening = { userId: pending, email: null, code };
    expect(await identity.request(VerifyOtp, opening)).toEqual(invalidCode);
  });

  it("is the account that the address has, which keeps its password", async () => {
    const who = newcomer();
    const accountId = await activated(identity, who);
    const other = { ...who, email: who.email.toUpperCase(), password: undefined };

    expect(await admins.create(other)).toEqual({ accountId, was: "promoted" });
    expect(await admins.create(other)).toEqual({ accountId, was: "promoted" });
    expect(await identity.request(LogIn, who)).toMatchObject({
      data: { user: { roles: ["admin", "user"] } },
    });
  });

  it("is one account where two operators make it in the same moment", async () => {
    const who = newcomer();
    const beside = await composeAdmins(identity.databaseUrl, identity.clock);
    const both = await Promise.allSettled([admins.create(who), beside.create(who)]);
    await beside.close();

    const made = both.map((each) => (each.status === "fulfilled" ? each.value : each.reason));
    const logged = await identity.request(LogIn, who);
    const accountId = logged.kind === "replied" ? logged.data.user.id : undefined;
    expect(made).toHaveLength(2);
    expect(made).toContainEqual({ accountId, was: "made" });
    expect(made).toContainEqual({ accountId, was: "promoted" });
  });

  it.each([undefined, "", "short", "password123"])(
    "is not made with the password %j",
    async (password) => {
      const who = newcomer();

      await expect(admins.create({ ...who, password })).rejects.toThrow(/password/i);
      expect(
        await identity.request(LogIn, { email: who.email, password: password ?? "x" }),
      ).toMatchObject({
        refusal: { code: "invalid-credentials" },
      });
    },
  );
});

describe("admins who suspend each other", () => {
  const madeAdmin = async () => {
    const who = { ...person(), reason: "canary" };
    return { ...who, ...(await admins.create(who)) };
  };
  const standingOf = async (accountId: AccountId) =>
    (await admins.findStaff([accountId])).map(({ isOnlyAdmin }) => isOnlyAdmin);

  it("come back by an operator at the shell, who says why, and whose word is in the audit log", async () => {
    await identity.database.query(CompiledQuery.raw("update accounts set roles = '{user}'"));
    const [ama, kofi] = [await madeAdmin(), await madeAdmin()];
    const suspend = (of: AccountId, by: AccountId) =>
      changeUser(identity, [by, by], { accountId: of, isActive: false });
    expect(await suspend(kofi.accountId, ama.accountId)).toMatchObject({ kind: "replied" });
    expect(await suspend(ama.accountId, kofi.accountId)).toMatchObject({
      refusal: { code: "forbidden" },
    });
    expect(await identity.request(LogIn, kofi)).toMatchObject({ kind: "refused" });
    expect(await standingOf(ama.accountId)).toEqual([false]);

    expect(await admins.lift(kofi.email, "canary")).toEqual({
      accountId: kofi.accountId,
      was: "lifted",
    });
    expect(await admins.lift(kofi.email, "canary")).toEqual({
      accountId: kofi.accountId,
      was: "not-suspended",
    });
    expect(await identity.request(LogIn, kofi)).toMatchObject({ kind: "replied" });
    const shown = await identity.request(GetUser, { accountId: kofi.accountId });
    expect(JSON.stringify(shown)).toContain(`"by":"${OPERATOR}","what":{"active":true}`);
    const text = `select entry::json ->> 'operation' as operation, entry::json ->> 'via' as via
      from audit_log where entry like '%lift-admin%' limit 1`;
    expect(await identity.database.query(CompiledQuery.raw(text))).toEqual([
      { operation: "identity.lift-admin", via: "shell" },
    ]);
  });

  it("are no way around two for anybody else", async () => {
    const somebody = person();
    await activated(identity, somebody);
    expect(await admins.lift(somebody.email, "canary")).toBeUndefined();
  });

  it("leave one who is the only admin, when the others have the role no more", async () => {
    await identity.database.query(CompiledQuery.raw("update accounts set roles = '{user}'"));
    const ama = await madeAdmin();
    expect(await standingOf(ama.accountId)).toEqual([true]);
    await madeAdmin();
    expect(await standingOf(ama.accountId)).toEqual([false]);
  });
});
