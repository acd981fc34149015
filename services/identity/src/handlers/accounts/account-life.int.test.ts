import { createPublicKey, verify } from "node:crypto";
import { FindPrincipal, GetMe, GetSigningKeys, LogIn, Register, VerifyOtp } from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import { activated, mailedCode, person, registered, useIdentity } from "../../identity.fixture.ts";
import { textOf } from "../../mail/mail-sink.fixture.ts";

const identity = await useIdentity();

describe("the life of an account", () => {
  const eventsOf = (accountId: string) =>
    identity.database.query<{ event_type: string; public_type: string | null }>(
      CompiledQuery.raw(
        "select event_type, public_type from events where stream_id = $1 order by version",
        [accountId],
      ),
    );

  it("begins with a registration, a mailed code, an activation, a login and a look at oneself", async () => {
    const who = person({ email: "Awa.Life@Example.org", whatsapp: "+221 77 123 45 67" });
    const opened = await identity.request(Register, who);
    if (opened.kind !== "replied") throw new Error("refused");
    const { user } = opened.data;
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Awa Diallo",
      email: "awa.life@example.org",
      whatsapp: "+221771234567",
      country: "SN",
      tag: expect.stringMatching(/^awadiallo\d*$/),
      address: null,
      is_active: false,
      roles: ["user"],
      kyc_status: "NONE",
      kyc_tier_id: 0,
      kyc_tier: expect.objectContaining({ id: 0, monthly_limit: 200_000 }),
      created_at: "2026-11-21T10:00:00.000000Z",
    });
    const accountId = user.id as AccountId;
    const code = await mailedCode(identity, accountId);

    const verified = await identity.request(VerifyOtp, { userId: accountId, email: null, code });
    expect(verified).toEqual({
      kind: "replied",
      data: { user: { ...user, is_active: true } },
    });

    const login = { email: "AWA.life@example.org", password: who.password };
    const loggedIn = await identity.request(LogIn, login);
    if (loggedIn.kind !== "replied") throw new Error("refused");
    expect(loggedIn.data.expiresInSeconds).toBe(3_600);
    expect(loggedIn.data.user).toEqual({ ...user, is_active: true });

    expect(await identity.request(GetMe, { accountId })).toEqual({
      kind: "replied",
      data: { user: { ...user, is_active: true } },
    });
    expect(await eventsOf(accountId)).toEqual([
      { event_type: "AccountRegistered", public_type: null },
      { event_type: "AccountActivated", public_type: "sanu.identity.AccountActivated.v1" },
    ]);
  });

  it("gives a token that the published key verifies", async () => {
    const who = person();
    const accountId = await activated(identity, who);
    const loggedIn = await identity.request(LogIn, who);
    const published = await identity.request(GetSigningKeys, {});
    if (loggedIn.kind !== "replied" || published.kind !== "replied") throw new Error("refused");
    const [header = "", claims = "", signature = ""] = loggedIn.data.token.split(".");
    const { kid } = JSON.parse(Buffer.from(header, "base64url").toString());
    const jwk = published.data.keys.find((key) => key["kid"] === kid);
    if (jwk === undefined) throw new Error("the key is not published");
    const isGenuine = verify(
      null,
      Buffer.from(`${header}.${claims}`),
      createPublicKey({ key: jwk, format: "jwk" }),
      Buffer.from(signature, "base64url"),
    );
    expect(isGenuine).toBe(true);
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
      sub: accountId,
      roles: ["user"],
      exp: Date.parse(identity.clock.now()) / 1_000 + 3_600,
    });
  });

  it("signs with one key on every replica and after a restart", async () => {
    const keysOf = async () => {
      const answer = await identity.request(GetSigningKeys, {});
      return answer.kind === "replied" ? answer.data.keys.map((key) => key["kid"]) : [];
    };
    const before = await keysOf();
    const replica = await identity.startReplica();
    const seen = await Promise.all(Array.from({ length: 20 }, keysOf));
    await replica.stop();
    expect(new Set(seen.flat())).toEqual(new Set(before));
    expect(before).toHaveLength(1);
  });

  it("tells a pending account from an active one only to who knows its password", async () => {
    const who = person();
    const accountId = await registered(identity, who);
    const { email } = who;
    const refusalOf = async (password: string) => {
      const result = await identity.request(LogIn, { email, password });
      return result.kind === "refused" ? result.refusal : result.kind;
    };
    expect(await refusalOf(who.password)).toEqual({ code: "account-not-verified" });
    expect(await refusalOf("another password")).toEqual({ code: "invalid-credentials" });

    const code = await mailedCode(identity, accountId);
    await identity.request(VerifyOtp, { userId: null, email: email.toUpperCase(), code });
    expect(await refusalOf(who.password)).toBe("replied");
  });

  it("answers an unknown address exactly as a wrong password", async () => {
    const who = person();
    await activated(identity, who);
    const wrong = await identity.request(LogIn, { email: who.email, password: "another password" });
    const unknown = await identity.request(LogIn, {
      email: person().email,
      password: who.password,
    });
    expect(wrong).toEqual({ kind: "refused", refusal: { code: "invalid-credentials" } });
    expect(unknown).toEqual(wrong);
  });

  it("makes a principal of verified accounts only", async () => {
    const principalOf = async (accountId: AccountId) => {
      const result = await identity.request(FindPrincipal, { accountId });
      return result.kind === "replied" ? result.data.principal : "unavailable";
    };
    const pending = await registered(identity, person());
    const active = await activated(identity, person());
    expect(await principalOf(pending)).toBeNull();
    expect(await principalOf(newId<"AccountId">() as AccountId)).toBeNull();
    expect(await principalOf(active)).toEqual({
      accountId: active,
      roles: ["user"],
      country: "SN",
    });
    expect(await identity.request(GetMe, { accountId: newId<"AccountId">() })).toEqual({
      kind: "refused",
      refusal: { code: "not-found" },
    });
  });

  it("refuses a WhatsApp number that is none, by field", async () => {
    expect(await identity.request(Register, person({ whatsapp: "call me" }))).toEqual({
      kind: "refused",
      refusal: { code: "validation-failed", fields: { whatsapp: ["invalid-phone-number"] } },
    });
  });

  it("speaks the language in which the person registered", async () => {
    const accountId = await registered(identity, person({ language: "en" }));
    await mailedCode(identity, accountId);
    const mail = identity.sink.mails.find(({ source }) => source.includes(accountId));
    if (mail === undefined) throw new Error("no mail");
    expect(mail.source).toContain("Subject: Your Sanu confirmation code");
    expect(textOf(mail)).toContain("Do not share this code with anyone.");
  });

  it("writes nothing about the person into the log of record or the service's log", async () => {
    const who = person({ name: "Canary Kpodékon", whatsapp: "+22997123987" });
    const accountId = await activated(identity, who);
    await identity.request(LogIn, who);
    const code = await mailedCode(identity, accountId);
    const [stored] = await identity.database.query<{ text: string }>(
      CompiledQuery.raw(
        "select string_agg(data::text || coalesce(public_data, ''), ' ') as text from events",
      ),
    );
    for (const written of [stored?.text ?? "", identity.logged()]) {
      for (const private_ of [who.email, "Canary", "22997123987", who.password, `"${code}"`]) {
        expect(written).not.toContain(private_);
      }
    }
    expect(stored?.text).toContain(accountId);
  });

  it("forgets the code once the mail is sent", async () => {
    const accountId = await registered(identity, person());
    await mailedCode(identity, accountId);
    const row = await eventually("the mail to be recorded as sent", async () => {
      const [found] = await identity.database.query<{ code: string | null; sent_at: string }>(
        CompiledQuery.raw("select code, sent_at from mails_to_send where account_id = $1", [
          accountId,
        ]),
      );
      return found?.sent_at ? found : undefined;
    });
    expect(row.code).toBeNull();
  });
});
