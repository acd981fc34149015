import { randomBytes } from "node:crypto";
import { type ApiResponse, eventually, readCode } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { accountLanguages } from "./account-texts.ts";
import { seenBy } from "./seen-by.ts";
import { startSharedSanu } from "./start-world.ts";

const world = await startSharedSanu();

const password = "a long enough password";
const newPassword = "another long password";
type Headers = Readonly<Record<string, string>>;

const newEmail = () => `account-${randomBytes(6).toString("hex")}@example.org`;
const post = (path: string, body: object, headers: Headers = {}) =>
  world.api.call("POST", `/api/v1/auth/${path}`, { body, headers });
const logIn = (email: string, secret = password, headers: Headers = {}) =>
  post("login", { email, password: secret }, headers);
const me = (token: string) => world.api.call("GET", "/api/v1/auth/me", { token });
const tokenOf = (response: ApiResponse) => response.json<{ data: { token: string } }>().data.token;
const userIdOf = (response: ApiResponse) => response.json<{ user_id: string }>().user_id;
const mailsOf = (email: string) => world.mail.mails(email).length;

/** The code of the next mail to an address, which `cause` makes us send. */
async function codeAfter(email: string, cause: () => Promise<ApiResponse>): Promise<string> {
  const before = mailsOf(email);
  expect((await cause()).status).toBeLessThan(300);
  return readCode(world.mail, email, before);
}

async function registered(email: string, secret = password): Promise<[string, string]> {
  let userId = "";
  const code = await codeAfter(email, async () => {
    const response = await post("register", { name: "Awa Dossou", email, password: secret });
    userId = userIdOf(response);
    return response;
  });
  return [userId, code];
}

async function activated(email = newEmail()): Promise<{ email: string; userId: string }> {
  const [userId, code] = await registered(email);
  expect((await post("verify-otp", { user_id: userId, code })).status).toBe(200);
  return { email, userId };
}

/** An account with a session. */
async function loggedIn(): Promise<{ email: string; token: string }> {
  const { email } = await activated();
  return { email, token: tokenOf(await logIn(email)) };
}

/** A code that is not this one. */
const otherThan = (code: string) => (code === "000000" ? "111111" : "000000");

describe.each(accountLanguages)("in $language, an account", ({ headers, texts }) => {
  const done = (message: string) => ({ success: true, message });
  const broken = (errors: Readonly<Record<string, string>>) => ({
    success: false,
    status: 422,
    code: "validation-failed",
    message: Object.values(errors)[0],
    errors: Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, [text]])),
  });
  const refused = (status: number, code: string, message: string) => ({
    success: false,
    status,
    code,
    message,
  });

  it("is registered, sent a code again, proved and logged in to", async () => {
    const email = newEmail();
    const opened = await post("register", { name: "Awa", email, password }, headers);
    const user = { name: "Awa", email, country: "BJ", is_active: false, roles: ["user"] };
    expect(opened.status).toBe(201);
    expect(opened.json()).toMatchObject({ ...done(texts.registered), data: { user } });
    const userId = userIdOf(opened);
    const first = await readCode(world.mail, email);
    const [mail] = world.mail.mails(email);
    expect(mail?.subject).toBe(texts.subject);
    expect(mail?.text).toContain(userId);
    expect((await logIn(email, password, headers)).json()).toMatchObject(
      refused(403, "account-not-verified", texts.notVerified),
    );

    const code = await codeAfter(email, async () => {
      const again = await post("regenerate-otp", { user_id: userId }, headers);
      expect(again.json()).toEqual(done(texts.regenerated));
      return again;
    });
    // The code before it is void, unless chance made it the same.
    const wrong = first === code ? otherThan(code) : first;
    const refusal = await post("verify-otp", { user_id: userId, code: wrong }, headers);
    expect(refusal.json()).toMatchObject(broken({ code: texts.invalidCode }));

    const verified = await post("verify-otp", { email, otp: code }, headers);
    expect([verified.status, verified.json()]).toMatchObject([200, done(texts.verified)]);
    const entered = await logIn(email, password, headers);
    expect(entered.json()).toMatchObject({
      ...done(texts.loggedIn),
      data: { token_type: "Bearer", expires_in: 3_600, user: { id: userId, is_active: true } },
    });
    const { data } = entered.json<{ data: { token: string; access_token: string } }>();
    expect(data.access_token).toBe(data.token);
  });

  it("tells every broken field of a registration, and of an entry of the waitlist", async () => {
    const body = { email: "awa", password: "short", password_confirmation: "x", whatsapp: "abc" };
    expect((await post("register", body, headers)).json()).toMatchObject(
      broken({
        name: texts.missingName,
        email: texts.invalidEmail,
        password: texts.shortPassword,
        password_confirmation: texts.otherPassword,
        whatsapp: texts.invalidPhone,
      }),
    );
    const common = { name: "Awa", email: newEmail(), password: "password1" };
    expect((await post("register", common, headers)).json()).toMatchObject(
      broken({ password: texts.commonPassword }),
    );
    const join = (entry: object) =>
      world.api.call("POST", "/api/v1/waitlist/create", { body: entry, headers });
    expect((await join({ email: "awa", whatsapp: "abc" })).json()).toMatchObject(
      broken({ email: texts.invalidEmail, whatsapp: texts.invalidPhone }),
    );
  });

  it("has a session that is refreshed to a token that stays the same, and ends with the logout", async () => {
    const { email, token } = await loggedIn();
    const refresh = () => world.api.call("POST", "/api/v1/auth/refresh", { token, headers });
    const refreshed = await refresh();
    const next = tokenOf(refreshed);
    const user = { name: "Awa Dossou", email, is_active: true, roles: ["user"] };
    expect(refreshed.json()).toMatchObject({
      ...done(texts.refreshed),
      data: { access_token: next, token_type: "Bearer", expires_in: 3_600, user },
    });
    expect(next).not.toBe(token);
    expect([(await me(token)).status, (await me(next)).status]).toEqual([200, 200]);
    expect(tokenOf(await refresh())).toBe(next);

    const out = await world.api.call("POST", "/api/v1/auth/logout", { token: next, headers });
    expect(out.json()).toEqual(done(texts.loggedOut));
    await eventually("both are refused", async () =>
      [await me(token), await me(next)].every(({ status }) => status === 401),
    );
    // Old clients look for this very word, whatever their language.
    expect((await refresh()).json()).toMatchObject(
      refused(401, "unauthenticated", "Unauthenticated."),
    );
  });

  it("is shown to its owner, who changes it", async () => {
    const { email, token } = await loggedIn();
    const change = (body: object) =>
      world.api.call("PATCH", "/api/v1/auth/me", { token, body, headers });
    const changed = await change({
      name: "Awa Koné",
      whatsapp: "+229 01 97 00 00 00",
      country: "TG",
      address: "Rue 12, Lomé",
    });
    const user = {
      name: "Awa Koné",
      email,
      whatsapp: "+2290197000000",
      country: "TG",
      address: "Rue 12, Lomé",
      is_active: true,
      roles: ["user"],
      kyc_status: "NONE",
      kyc_tier_id: 0,
      kyc_tier: { id: 0, monthly_limit: 200_000 },
    };
    expect([changed.status, changed.json()]).toMatchObject([
      200,
      { success: true, data: { user } },
    ]);
    const shown = await world.api.call("GET", "/api/v1/auth/me", { token, headers });
    expect(shown.json()).toMatchObject({ success: true, data: { user } });
    expect((await change({ name: "A\nwa", whatsapp: "12" })).json()).toMatchObject(
      broken({ name: texts.invalidName, whatsapp: texts.invalidPhone }),
    );
  });

  it("lets nobody in once it is closed, until its person proves the address again", async () => {
    const { email, token } = await loggedIn();
    const close = (secret: string) =>
      world.api.call("POST", "/api/v1/auth/deactivate", {
        token,
        body: { password: secret },
        headers,
      });
    expect((await close("not the password")).json()).toMatchObject(
      broken({ password: texts.wrongPassword }),
    );
    expect((await close(password)).json()).toMatchObject({
      ...done(texts.deactivated),
      data: { user: { is_active: false } },
    });
    await eventually("the token is refused", async () => (await me(token)).status === 401);
    expect((await logIn(email, password, headers)).json()).toMatchObject(
      refused(403, "account-deactivated", texts.closed),
    );

    const code = await codeAfter(email, async () => {
      const requested = await post("reactivate", { email }, headers);
      expect(requested.json()).toEqual(done(texts.reactivated));
      return requested;
    });
    const opened = await post("verify-otp", { email, code }, headers);
    expect(opened.json()).toMatchObject(done(texts.verified));
    expect((await logIn(email)).status).toBe(200);
    expect((await me(token)).status).toBe(401);
  });

  it("gets a new password with the code of the mail, and every token of it is refused", async () => {
    const { email, token } = await loggedIn();
    const tokens = [token, tokenOf(await logIn(email))];
    const code = await codeAfter(email, async () => {
      const requested = await post("password/reset-request", { email }, headers);
      expect(requested.json()).toEqual(done(texts.resetRequested));
      return requested;
    });
    const reset = (secret: string, changes: object = {}) => {
      const both = { password: newPassword, password_confirmation: newPassword };
      return post("password/reset", { email, token: secret, ...both, ...changes }, headers);
    };
    expect((await reset(code, { password_confirmation: "something else" })).json()).toMatchObject(
      broken({ password_confirmation: texts.otherPassword }),
    );
    const short = { password: "short", password_confirmation: "short" };
    expect((await reset(code, short)).json()).toMatchObject(
      broken({ password: texts.shortPassword }),
    );
    const invalid = broken({ token: texts.invalidCode });
    expect((await reset(otherThan(code))).json()).toMatchObject(invalid);
    expect((await reset(code)).json()).toEqual(done(texts.passwordReset));

    await eventually("the tokens are refused", async () =>
      (await Promise.all(tokens.map(me))).every(({ status }) => status === 401),
    );
    expect((await logIn(email)).status).toBe(401);
    expect((await logIn(email, newPassword)).status).toBe(200);
    expect((await reset(code)).json()).toMatchObject(invalid);
  });

  it("may be waited for, once for each address", async () => {
    const email = newEmail();
    const body = { email, name: "Awa", whatsapp: "+229 01 97 00 00 01", country: "TG" };
    const join = () => world.api.call("POST", "/api/v1/waitlist/create", { body, headers });
    const [first, again] = [await join(), await join()];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(first.json()).toMatchObject({ ...done(texts.waiting), data: { entry: { email } } });
    expect(again.text).toBe(first.text);
  });

  it("is not told from no account by login, reset-request, reactivate and regenerate-otp", async () => {
    const { email } = await activated();
    for (const path of ["password/reset-request", "reactivate", "regenerate-otp"]) {
      const known = await post(path, { email }, headers);
      const unknown = await post(path, { email: newEmail() }, headers);
      expect(known.status).toBe(200);
      expect(seenBy(known)).toEqual(seenBy(unknown));
    }
    const known = await logIn(email, "not the password", headers);
    const unknown = await logIn(newEmail(), "not the password", headers);
    expect(known.json()).toMatchObject(refused(401, "invalid-credentials", "Unauthenticated."));
    expect(seenBy(known)).toEqual(seenBy(unknown));
  });
});

describe("an account", () => {
  it("is not somebody else's who registered the address first, whatever he does", async () => {
    const email = newEmail();
    const [strangersId, strangersCode] = await registered(email, "the stranger's password");
    const his = await logIn(email, "the stranger's password");
    expect(his.json()).toMatchObject({ code: "account-not-verified" });
    const [ownersId, code] = await registered(email);
    expect((await post("verify-otp", { user_id: ownersId, code })).status).toBe(200);

    expect((await logIn(email)).status).toBe(200);
    // He is told what he was told before, and so nothing of her.
    expect(seenBy(await logIn(email, "the stranger's password"))).toEqual(seenBy(his));
    const late = await post("verify-otp", { user_id: strangersId, code: strangersCode });
    expect(late.status).toBe(422);
    expect((await post("regenerate-otp", { user_id: strangersId })).status).toBe(200);
    const again = await post("register", { name: "X", email, password: "the stranger's password" });
    expect(again.status).toBe(201);
    expect((await logIn(email)).status).toBe(200);
  });
});
