import { hash } from "@node-rs/argon2";
import {
  ClearLoginFailures,
  ConsumeQuota,
  DeactivateAccount,
  EraseAccount,
  FindPrincipal,
  GetMe,
  LogIn,
  RequestCode,
  type RequestSource,
  ResetPassword,
  UpdateMe,
} from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { queryBuilder, secret } from "@sanu/platform";
import { eventually, isLongRun } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import { otpLimits } from "../../credentials/otp/otp-limits.ts";
import { checkOwnPassword } from "../../credentials/passwords/check-own-password.ts";
import { createPasswords } from "../../credentials/passwords/passwords.ts";
import { createThrottle } from "../../credentials/throttle/throttle.ts";
import type { IdentityTables } from "../../database/schema.ts";
import {
  activated,
  codesMailedTo,
  eventsOf,
  type Person,
  person,
  refusedFields,
  useIdentity,
  wrongCode,
} from "../../identity.fixture.ts";
import { textOf } from "../../mail/mail-sink.fixture.ts";
import { isLive, loggedIn, refresh } from "../../sessions/sessions.fixture.ts";

const invalidToken = refusedFields({ token: ["invalid-code"] });
const newPassword = "another long password";

const identity = await useIdentity();

const logIn = (email: string, password: string) => identity.request(LogIn, { email, password });
const reset = (email: string, code: string, password = newPassword, commandId?: string) =>
  identity.request(ResetPassword, { email, code, password }, commandId);

/** The code that comes when a new password is asked for. */
async function resetCode({ email }: Person, source?: RequestSource): Promise<string> {
  const before = codesMailedTo(identity, email).length;
  await identity.request(RequestCode, { reason: "reset", userId: null, email, source });
  return eventually("the code is mailed", () => codesMailedTo(identity, email)[before]);
}

const storedHash = async (accountId: AccountId) => {
  const [row] = await identity.database.query<{ password_hash: string }>(
    CompiledQuery.raw("select password_hash from credentials where account_id = $1", [accountId]),
  );
  return row?.password_hash ?? "";
};

describe("a new password", () => {
  it("makes every place unknown that the old one was proved from, and known the one it was set from", async () => {
    const who = person();
    await activated(identity, who);
    const from = (address: string, device: string) => ({ address, device });
    const [thief, owner] = [from("203.0.113.31", "his"), from("203.0.113.32", "hers")];
    const login = { action: "log-in", subject: who.email } as const;
    const prove = (source: typeof thief) =>
      identity.request(ClearLoginFailures, { ...login, ...source });
    const isKnownAt = async (source: typeof thief) => {
      const result = await identity.request(ConsumeQuota, { ...login, ...source });
      return result.kind === "replied" && result.data.isKnown;
    };
    for (const source of [thief, owner]) {
      await prove(source);
      expect(await isKnownAt(source)).toBe(true);
    }
    identity.clock.advanceMs(1_000);
    const code = await resetCode(who, owner);
    const { email } = who;
    await identity.request(ResetPassword, { email, code, password: newPassword, source: owner });

    expect([await isKnownAt(thief), await isKnownAt(owner)]).toEqual([false, true]);
    await prove(thief);
    expect(await isKnownAt(thief)).toBe(true);
  });

  it("is set by the code from the mail, ends every session, and its person is told", async () => {
    const who = person();
    await activated(identity, who);
    const sessions = [await loggedIn(identity, who), await loggedIn(identity, who)];
    const code = await resetCode(who);

    expect(await reset(who.email.toUpperCase(), code)).toEqual({ kind: "replied", data: {} });
    for (const token of sessions) {
      expect(await isLive(identity, token)).toBe(false);
      expect((await refresh(identity, token)).kind).toBe("refused");
    }
    expect((await logIn(who.email, who.password)).kind).toBe("refused");
    expect((await logIn(who.email, newPassword)).kind).toBe("replied");
    const received = await eventually("the person is told", () =>
      identity.sink.mails.find(
        (mail) => mail.to === who.email && textOf(mail).includes("Votre mot de passe a changé"),
      ),
    );
    expect(textOf(received)).not.toContain(newPassword);
  });

  it("is set once by fifty uses of one code at once", async () => {
    const who = person();
    const accountId = await activated(identity, who);
    const code = await resetCode(who);
    const uses = await Promise.all(Array.from({ length: 50 }, () => reset(who.email, code)));

    expect(uses.filter(({ kind }) => kind === "replied")).toHaveLength(1);
    expect(await eventsOf(identity, accountId, "PasswordReset")).toHaveLength(1);
  });

  it("that could not be hashed in time uses up no try of its code: who was told to come back sets it when she does", async () => {
    const who = person();
    await activated(identity, who);
    const code = await resetCode(who);
    const { email } = who;
    const context = { correlationId: "test", causationId: "" };
    for (let each = 0; each <= otpLimits.attemptsMax; each += 1) {
      // Nobody who waits for less than a hash takes is taken.
      const options = { context: { ...context, causationId: newId() }, timeoutMs: 99 };
      const asked = { email, code, password: newPassword };
      expect(await identity.gateway.request(ResetPassword, asked, options)).not.toMatchObject({
        kind: "replied",
      });
    }
    expect(await reset(email, code)).toEqual({ kind: "replied", data: {} });
  });

  it("leaves no other code with which whoever read an earlier mail sets another one", async () => {
    const thief = { address: "198.51.100.9", device: "device of a thief" };
    const who = person();
    const accountId = await activated(identity, who);
    const read = await resetCode(who, thief);
    const code = await resetCode(who);
    expect((await reset(who.email, code)).kind).toBe("replied");
    const stolen = {
      email: who.email,
      code: read,
      password: "the thief's password",
      source: thief,
    };
    expect(await identity.request(ResetPassword, stolen)).toEqual(invalidToken);
    expect((await logIn(who.email, newPassword)).kind).toBe("replied");

    // Nor do two of them have an effect each when they come at once.
    const [again, hers] = [await resetCode(who, thief), await resetCode(who)];
    const both = await Promise.all([
      identity.request(ResetPassword, { ...stolen, code: again }),
      reset(who.email, hers),
    ]);
    expect(both.filter(({ kind }) => kind === "replied")).toHaveLength(1);
    expect(await eventsOf(identity, accountId, "PasswordReset")).toHaveLength(2);
  });

  it("is answered alike when the same command comes again", async () => {
    const who = person();
    await activated(identity, who);
    const code = await resetCode(who);
    const commandId = newId();
    const first = await reset(who.email, code, newPassword, commandId);

    expect(await reset(who.email, code, newPassword, commandId)).toEqual(first);
    expect(first.kind).toBe("replied");
    expect(await reset(who.email, code)).toEqual(invalidToken);
  });

  it("is refused for a wrong code, one that is over, one for something else, and nobody's", async () => {
    const who = person();
    await activated(identity, who);
    const activation = codesMailedTo(identity, who.email)[0] ?? "";
    const code = await resetCode(who);
    expect(await reset(who.email, wrongCode(code))).toEqual(invalidToken);
    if (activation !== code) expect(await reset(who.email, activation)).toEqual(invalidToken);
    expect(await reset(person().email, code)).toEqual(invalidToken);
    identity.clock.advanceMs(otpLimits.lifeMs);
    expect(await reset(who.email, code)).toEqual(invalidToken);
    expect((await logIn(who.email, who.password)).kind).toBe("replied");
  });

  it("stops after five wrong guesses, however many come at once", async () => {
    const who = person();
    const accountId = await activated(identity, who);
    const code = await resetCode(who);
    const wrong = wrongCode(code);
    const rounds = isLongRun() ? 10 : 2;
    for (let round = 0; round < rounds; round += 1) {
      const policy = await Promise.all(Array.from({ length: 100 }, () => reset(who.email, wrong)));
      for (const attempt of policy) expect(attempt).toEqual(invalidToken);
    }
    const [row] = await identity.database.query<{ attempts: number }>(
      CompiledQuery.raw("select attempts from otps where account_id = $1 and purpose = 'reset'", [
        accountId,
      ]),
    );
    expect(row?.attempts).toBe(otpLimits.attemptsMax);
    expect(await reset(who.email, code)).toEqual(invalidToken);
  });

  it("that everybody attempts first is refused by field, and costs no guess", async () => {
    const who = person();
    await activated(identity, who);
    const code = await resetCode(who);
    for (const password of ["password", who.email]) {
      expect(await reset(who.email, code, password)).toEqual({
        kind: "refused",
        refusal: { code: "validation-failed", fields: { password: ["too-common"] } },
      });
    }
    expect((await reset(who.email, code)).kind).toBe("replied");
  });

  it("that is her own name is refused to who has her code, which still works, and told to nobody else", async () => {
    const who = person({ name: "Aïssatou Ouédraogo" });
    await activated(identity, who);
    const code = await resetCode(who);
    expect(await reset(who.email, wrongCode(code), "aïssatououédraogo")).toEqual(invalidToken);
    // However often she tries.
    for (let each = 0; each <= otpLimits.attemptsMax; each += 1) {
      expect(await reset(who.email, code, "aïssatououédraogo")).toEqual(
        refusedFields({ password: ["too-common"] }),
      );
    }
    expect((await reset(who.email, code)).kind).toBe("replied");
  });

  it("is not set where the wrong ones before it cannot be forgiven, and then is by the same code", async () => {
    const who = person();
    const accountId = await activated(identity, who);
    const close = (password: string) =>
      identity.request(DeactivateAccount, { accountId, password });
    for (let each = 0; each < 11; each += 1) await close("wrong one");
    const code = await resetCode(who);
    const run = (text: string) => identity.database.query(CompiledQuery.raw(text, []));
    await run(`create function keep_throttles() returns trigger language plpgsql as $$
      begin raise exception 'counts cannot be forgiven'; end $$`);
    await run(`create trigger keep_throttles before delete on throttles
      execute function keep_throttles()`);
    try {
      expect(await reset(who.email, code)).toMatchObject({ kind: "unavailable" });
      expect((await logIn(who.email, who.password)).kind).toBe("replied");
    } finally {
      await run("drop function keep_throttles cascade");
    }

    expect(await reset(who.email, code)).toEqual({ kind: "replied", data: {} });
    expect((await close(newPassword)).kind).toBe("replied");
  });

  it("of a closed account leaves it closed, and of a suspended one is not set", async () => {
    const who = person();
    const accountId = await activated(identity, who);
    await identity.request(DeactivateAccount, { accountId, password: who.password });
    expect((await reset(who.email, await resetCode(who))).kind).toBe("replied");
    expect(await logIn(who.email, newPassword)).toMatchObject({
      refusal: { code: "account-deactivated" },
    });

    const code = await resetCode(who);
    await identity.suspend(accountId);
    expect(await reset(who.email, code, who.password)).toEqual(invalidToken);
    expect(await logIn(who.email, newPassword)).toMatchObject({
      refusal: { code: "account-suspended" },
    });
  });
});

describe("a password of older parameters", () => {
  it("is hashed anew at the next login, and at no other", async () => {
    const who = person();
    const accountId = await activated(identity, who);
    const old = await hash(who.password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await identity.database.query(
      CompiledQuery.raw("update credentials set password_hash = $2 where account_id = $1", [
        accountId,
        old,
      ]),
    );
    await logIn(who.email, "not the password");
    expect(await storedHash(accountId)).toBe(old);

    expect((await logIn(who.email, who.password)).kind).toBe("replied");
    const renewed = await storedHash(accountId);
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await logIn(who.email, who.password)).kind).toBe("replied");
    expect(await storedHash(accountId)).toBe(renewed);
  });
});

describe("closing an account", () => {
  it("needs its password, ends every session, and its person is told", async () => {
    const who = person();
    const accountId = await activated(identity, who);
    const token = await loggedIn(identity, who);
    const close = (password: string) =>
      identity.request(DeactivateAccount, { accountId, password });
    expect(await close("not the password")).toEqual({
      kind: "refused",
      refusal: { code: "validation-failed", fields: { password: ["wrong-password"] } },
    });
    expect(await isLive(identity, token)).toBe(true);

    expect(await close(who.password)).toMatchObject({ data: { user: { is_active: false } } });
    expect(await isLive(identity, token)).toBe(false);
    expect(await identity.request(FindPrincipal, { accountId })).toEqual({
      kind: "replied",
      data: { principal: null },
    });
    await eventually("the person is told", () =>
      identity.sink.mails.some(
        (mail) => mail.to === who.email && textOf(mail).includes("Votre compte est fermé"),
      ),
    );
  });

  it("is not a way to find the password with a stolen token, and the right or a new one forgives", async () => {
    const who = person();
    const accountId = await activated(identity, who);
    const attempt = (password: string) =>
      identity.request(DeactivateAccount, { accountId, password });
    const erase = (password: string) => identity.request(EraseAccount, { accountId, password });
    const policy = await Promise.all(
      Array.from({ length: 20 }, (_each, index) =>
        (index % 2 === 0 ? attempt : erase)("wrong one"),
      ),
    );
    const codes = policy.map((each) => (each.kind === "refused" ? each.refusal.code : each.kind));
    expect(codes.filter((code) => code === "validation-failed")).toHaveLength(10);
    expect(codes.filter((code) => code === "too-many-requests")).toHaveLength(10);
    identity.clock.advanceMs(120_000);
    expect(await attempt(who.password)).toEqual({
      kind: "refused",
      refusal: { code: "too-many-requests", params: { retryAfterSeconds: "3480" } },
    });

    expect(await reset(who.email, await resetCode(who))).toMatchObject({ kind: "replied" });
    for (let each = 0; each < 9; each += 1) await attempt("wrong one");
    expect(await attempt(newPassword)).toMatchObject({ kind: "replied" });
    expect(await attempt("wrong one")).toMatchObject({ refusal: { code: "validation-failed" } });
  });

  it("costs no turn where nobody could compare the password, and forgives no wrong one", async () => {
    const { database, clock } = identity;
    const accountId = await activated(identity, person());
    const quotas = {
      addressPerMinute: 1,
      actorPerMinute: 1,
      loginPerSourceAndHour: 1,
      loginPerHour: 1,
      knownLoginPerHour: 1,
    };
    const throttle = createThrottle({ database, clock, pepper: () => secret("p"), quotas });
    const tables = queryBuilder<IdentityTables>(database);
    const passwords = await createPasswords();
    const deps = { tables, passwords, throttle, trail: () => undefined };
    const given = { accountId, password: "wrong one" };
    const [free, full] = [5_000, 0];
    const check = async (leftMs: number) => {
      const client = { remainingMs: () => leftMs };
      return (await checkOwnPassword(deps, given, client)).kind;
    };

    for (let each = 0; each < 9; each += 1) expect(await check(free)).toBe("wrong");
    for (let each = 0; each < 3; each += 1) expect(await check(full)).toBe("busy");
    expect(await check(free)).toBe("wrong");
    expect(await check(full)).toBe("too-often");
    expect(await check(free)).toBe("too-often");
  });

  it("closes it once, however often it comes", async () => {
    const who = person();
    const accountId = await activated(identity, who);
    const close = () => identity.request(DeactivateAccount, { accountId, password: who.password });
    const answers = await Promise.all([close(), close(), close()]);
    answers.push(await close());

    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await eventsOf(identity, accountId, "AccountDeactivated")).toHaveLength(1);
  });
});

describe("one's own data", () => {
  const seen = async (accountId: AccountId) => {
    const result = await identity.request(GetMe, { accountId });
    return result.kind === "replied" ? result.data.user : undefined;
  };

  it("change field by field, and what is not named stays", async () => {
    const who = person({ whatsapp: "+221771234567" });
    const accountId = await activated(identity, who);
    const before = await seen(accountId);
    const update = (changes: object) => identity.request(UpdateMe, { accountId, ...changes });

    await update({ name: "Awa Ndiaye", address: "12, rue du Port, Dakar" });
    expect(await seen(accountId)).toEqual({
      ...before,
      name: "Awa Ndiaye",
      address: "12, rue du Port, Dakar",
    });
    await update({ whatsapp: "+229 01 97 00 00 00", country: "BJ", name: "Awa N." });
    expect(await seen(accountId)).toMatchObject({
      whatsapp: "+2290197000000",
      country: "BJ",
      name: "Awa N.",
      tag: before?.tag,
    });
    expect(await update({ whatsapp: null, address: null })).toMatchObject({
      data: { user: { whatsapp: null, address: null, name: "Awa N." } },
    });
    expect(await update({})).toMatchObject({ data: { user: { name: "Awa N." } } });
  });

  it("stand in no event, but the country does, once for each move", async () => {
    const accountId = await activated(identity, person());
    const update = (changes: object) => identity.request(UpdateMe, { accountId, ...changes });
    await Promise.all([
      update({ country: "TG", name: "Canary Moved" }),
      update({ country: "TG", name: "Canary Moved" }),
    ]);
    await update({ country: "TG" });
    const events = await identity.database.query<{ event_type: string; data: object }>(
      CompiledQuery.raw(
        "select event_type, data from events where stream_id = $1 order by version",
        [accountId],
      ),
    );
    expect(events.map(({ event_type: type }) => type)).toEqual([
      "AccountRegistered",
      "AccountActivated",
      "CountryChanged",
    ]);
    expect(JSON.stringify(events)).not.toContain("Canary");
    expect(await seen(accountId)).toMatchObject({ country: "TG", name: "Canary Moved" });
  });

  it("keep a number that is none, or an account that nobody has, out", async () => {
    const accountId = await activated(identity, person());
    expect(
      await identity.request(UpdateMe, { accountId, whatsapp: "call me", name: "New" }),
    ).toEqual({
      kind: "refused",
      refusal: { code: "validation-failed", fields: { whatsapp: ["invalid-phone-number"] } },
    });
    expect(await seen(accountId)).toMatchObject({ name: "Awa Diallo" });
    const nobody = newId<"AccountId">();
    for (const changes of [{ name: "X" }, { country: "TG" as const }]) {
      expect(await identity.request(UpdateMe, { accountId: nobody, ...changes })).toEqual({
        kind: "refused",
        refusal: { code: "not-found" },
      });
    }
  });
});
