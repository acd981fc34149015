import {
  AssertStaffAct,
  DeactivateAccount,
  EraseAccount,
  RequestCode,
  ResetPassword,
  StepUp,
  UpdateMe,
} from "@sanu/contracts";
import { refuse } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { anySource, useGateway } from "../gateway.fixture.ts";
import { user } from "../identity-replies.fixture.ts";
import { createTokenSigner } from "../token-signer.fixture.ts";

const signer = createTokenSigner();
const test = useGateway({ signer });

const english = { "accept-language": "en" };
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  test.api.call("POST", `/api/v1/auth/${path}`, { body, headers });
const asUser =
  (method: "PATCH" | "POST", path: string) =>
  (body: unknown, headers: Record<string, string> = {}) =>
    test.api.call(method, `/api/v1/auth/${path}`, {
      token: signer.token({ sub: user.id }),
      body,
      headers,
    });
const requests = () => test.requests.map(({ name, data }) => [name, data]);

describe("asking for a code", () => {
  const { email } = user;

  it.each([
    [
      "regenerate-otp",
      "regenerate",
      "Si un compte attend un code, il vient de lui être envoyé par e-mail.",
      "If an account is waiting for a code, it has been sent by email.",
    ],
    [
      "reactivate",
      "reactivate",
      "Si un compte désactivé a cette adresse, un code vient de lui être envoyé par e-mail.",
      "If a deactivated account has this address, a code has been sent by email.",
    ],
    [
      "password/reset-request",
      "reset",
      "Si un compte a cette adresse, un code vient de lui être envoyé par e-mail.",
      "If an account has this address, a code has been sent by email.",
    ],
  ])("at %s answers the same in French and English", async (path, reason, french, inEnglish) => {
    const response = await post(path, { email: ` ${email} ` });

    expect(response.status).toBe(200);
    expect(response.json()).toEqual({ success: true, message: french });
    expect(requests()).toEqual([
      ["request-code", { reason, userId: null, email, source: anySource }],
    ]);
    expect((await post(path, { email }, english)).json()).toEqual({
      success: true,
      message: inEnglish,
    });
  });

  it("takes a user id where a code is wanted again", async () => {
    const response = await post("regenerate-otp", { user_id: user.id.toUpperCase() });

    expect(response.status).toBe(200);
    expect(requests()).toEqual([
      ["request-code", { reason: "regenerate", userId: user.id, email: null, source: anySource }],
    ]);
  });

  it("says which field is missing or misshapen", async () => {
    const missing = await post("regenerate-otp", {});
    expect(missing.status).toBe(422);
    expect(Object.keys(missing.json<{ errors: object }>().errors)).toEqual(["user_id"]);
    for (const path of ["reactivate", "password/reset-request"]) {
      const response = await post(path, { email: "awa" }, english);
      expect(response.status).toBe(422);
      expect(response.json()).toMatchObject({
        errors: { email: ["The email address must be a valid email address."] },
      });
    }
    expect(test.requests).toEqual([]);
  });

  it("is not said to be done when identity could not be asked", async () => {
    test.fail(RequestCode);
    for (const path of ["regenerate-otp", "reactivate", "password/reset-request"]) {
      const response = await post(path, { email });
      expect(response.status).toBe(503);
      expect(response.headers["retry-after"]).toBe("1");
    }
  });
});

describe("setting a new password", () => {
  const password = "un nouveau mot de passe";
  const body = { email: user.email, token: "012345", password, password_confirmation: password };

  it("is confirmed in French and English", async () => {
    const response = await post("password/reset", body);

    expect(response.status).toBe(200);
    expect(response.json()).toEqual({
      success: true,
      message: "Votre mot de passe a été modifié. Reconnectez-vous.",
    });
    expect(requests()).toEqual([
      ["reset-password", { email: user.email, code: "012345", password, source: anySource }],
    ]);
    expect((await post("password/reset", body, english)).json()).toEqual({
      success: true,
      message: "Your password has been changed. Log in again.",
    });
  });

  it("tells all broken fields at once", async () => {
    const nothing = await post("password/reset", {});
    expect(nothing.status).toBe(422);
    expect(nothing.json()).toMatchObject({
      errors: {
        email: ["L'adresse e-mail est obligatoire."],
        token: ["Le code est obligatoire."],
        password: ["Le mot de passe est obligatoire."],
        password_confirmation: ["La confirmation du mot de passe est obligatoire."],
      },
    });
    const broken = await post(
      "password/reset",
      { email: "awa", token: "12345", password: "court", password_confirmation: "autre" },
      english,
    );
    expect(broken.json()).toMatchObject({
      errors: {
        email: ["The email address must be a valid email address."],
        token: ["The code is invalid or has expired. Check it, or ask for a new one."],
        password: ["The password must be at least 8 characters."],
        password_confirmation: [
          "The confirmation of the password must be the same as the password.",
        ],
      },
    });
    expect(test.requests).toEqual([]);
  });

  it.each([
    [
      "token",
      "invalid-code",
      "Le code est invalide ou a expiré. Vérifiez-le, ou demandez-en un nouveau.",
    ],
    ["password", "too-common", "Ce mot de passe est trop courant. Choisissez-en un autre."],
  ] as const)("answers 422 on %s when identity finds it %s", async (field, rule, message) => {
    test.reply(ResetPassword, () => refuse("validation-failed", {}, { [field]: [rule] }));
    const response = await post("password/reset", body);

    expect(response.status).toBe(422);
    expect(response.json()).toMatchObject({ errors: { [field]: [message] } });
  });

  it("is refused with 503 while too many hash, and may be tried again", async () => {
    test.reply(ResetPassword, () => refuse("service-unavailable"));
    const response = await post("password/reset", body);

    expect(response.status).toBe(503);
    expect(response.headers["retry-after"]).toBe("1");
  });
});

describe("changing one's account", () => {
  const patch = asUser("PATCH", "me");

  it("passes on what is named and nothing else", async () => {
    const response = await patch({ name: " Awa Koné ", roles: ["admin"], is_active: false });

    expect(response.status).toBe(200);
    expect(response.json()).toEqual({ success: true, data: { user } });
    expect(requests()).toEqual([["update-me", { accountId: user.id, name: "Awa Koné" }]]);
  });

  it("empties a field with null or an empty text", async () => {
    await patch({ whatsapp: null, address: "" });
    await patch({ whatsapp: "+229 01 97 00 00 00", address: "Cotonou", country: "TG" });
    await patch({});

    expect(test.requests.map(({ data }) => data)).toEqual([
      { accountId: user.id, whatsapp: null, address: null },
      { accountId: user.id, whatsapp: "+229 01 97 00 00 00", address: "Cotonou", country: "TG" },
      { accountId: user.id },
    ]);
  });

  it("tells all broken fields at once, in the language of the client", async () => {
    const body = { name: "", whatsapp: "abc", country: null, address: "x".repeat(301) };
    const response = await patch(body, english);

    expect(response.status).toBe(422);
    expect(Object.keys(response.json<{ errors: object }>().errors).toSorted()).toEqual([
      "address",
      "country",
      "name",
      "whatsapp",
    ]);
    expect((await patch({ name: "" })).json()).toMatchObject({
      errors: { name: ["Le nom est obligatoire."] },
    });
  });

  it("is not found when the account was erased", async () => {
    test.reply(UpdateMe, () => refuse("not-found"));
    expect((await patch({ name: "Awa" })).status).toBe(404);
  });
});

describe("closing one's account", () => {
  const close = asUser("POST", "deactivate");

  it("is confirmed in French and English, with the closed account", async () => {
    const response = await close({ password: "motdepasse" });

    expect(response.status).toBe(200);
    expect(response.json()).toEqual({
      success: true,
      message:
        "Votre compte est désactivé, et vos ordres programmés sont arrêtés. Vous pouvez le rouvrir à tout moment avec un code envoyé à votre adresse e-mail.",
      data: { user: { ...user, is_active: false } },
    });
    expect(requests()).toEqual([
      ["deactivate-account", { accountId: user.id, password: "motdepasse" }],
    ]);
    expect((await close({ password: "motdepasse" }, english)).json()).toMatchObject({
      message:
        "Your account is deactivated, and your standing orders have ended. You can reopen it at any time with a code sent to your email address.",
    });
  });

  it("needs the password", async () => {
    expect((await close({})).json()).toMatchObject({
      status: 422,
      errors: { password: ["Le mot de passe est obligatoire."] },
    });
    test.reply(DeactivateAccount, () =>
      refuse("validation-failed", {}, { password: ["wrong-password"] }),
    );
    expect((await close({ password: "motdepasse" })).json()).toMatchObject({
      status: 422,
      errors: {
        password: ["Le mot de passe est incorrect. Vérifiez-le, ou demandez-en un nouveau."],
      },
    });
    expect((await close({ password: "motdepasse" }, english)).json()).toMatchObject({
      errors: { password: ["The password is incorrect. Check it, or ask for a new one."] },
    });
  });

  it.each([
    ["fr", "Trop de requêtes. Rien n'a changé. Réessayez plus tard."],
    ["en", "Too many requests. Nothing has changed. Try again later."],
  ])(
    "is tried again when identity says, in the words of always (%s)",
    async (language, message) => {
      const tries = async (params?: Record<string, string>) => {
        test.reply(DeactivateAccount, () => refuse("too-many-requests", params));
        const headers = { "accept-language": language };
        const { status, headers: sent, json } = await close({ password: "motdepasse" }, headers);
        const { instance: _instance, ...body } = json<Record<string, unknown>>();
        return { status, after: sent["retry-after"], body };
      };
      const usual = await tries();
      const known = await tries({ retryAfterSeconds: "3480" });

      expect(usual).toMatchObject({ status: 429, after: "60", body: { message } });
      expect(known).toEqual({ ...usual, after: "3480" });
    },
  );

  it.each([
    ["deactivate", DeactivateAccount],
    ["erase", EraseAccount],
  ] as const)(
    "is refused at %s to the last admin, in French and English",
    async (path, definition) => {
      test.reply(definition, () => refuse("last-admin"));
      const token = signer.token({ sub: user.id });
      const leave = (headers: Record<string, string> = {}) => {
        const body = { password: "motdepasse" };
        return test.api.call("POST", `/api/v1/auth/${path}`, { token, body, headers });
      };
      const last = { success: false, status: 400, code: "last-admin" };
      const [french, inEnglish] = [await leave(), await leave(english)];

      expect([french.status, inEnglish.status]).toEqual([400, 400]);
      expect(french.json()).toMatchObject({
        ...last,
        message:
          "Vous êtes le dernier administrateur. Rien n'a changé. Donnez d'abord ce rôle à un autre compte.",
      });
      expect(inEnglish.json()).toMatchObject({
        ...last,
        message:
          "You are the last admin. Nothing has changed. Give the role to another account first.",
      });
    },
  );

  it("is not open to strangers", async () => {
    expect((await post("deactivate", { password: "motdepasse" })).status).toBe(401);
  });
});

describe("a step-up", () => {
  const sid = user.id;
  const token = () => signer.token({ sub: user.id, sid, roles: ["admin"] });
  const stepUp = (body: object) =>
    test.api.call("POST", "/api/v1/auth/step-up", { token: token(), body, headers: english });
  const source = { address: "127.0.0.1", device: expect.any(String) };

  it.each([
    [{ code: "123 456" }, { kind: "totp", code: "123456" }],
    [{ recovery_code: "0a1b-2c3d" }, { kind: "recovery-code", code: "0a1b-2c3d" }],
  ])("is asked for in the session of the token: %o", async (body, proof) => {
    const response = await stepUp(body);
    expect([response.status, response.json()["data"]]).toEqual([
      200,
      {
        confirmed_at: "2026-11-21T07:00:00.000001Z",
        fresh_until: "2026-11-21T07:10:00.000001Z",
      },
    ]);
    const asked = { accountId: user.id, sessionId: sid, proof, source };
    expect(requests()).toEqual([["step-up", asked]]);
  });

  it.each(["second-factor-required", "step-up-required"] as const)(
    "is what identity may ask for before an act: %s",
    async (code) => {
      test.reply(AssertStaffAct, () => refuse(code));
      const response = await test.api.call("GET", "/api/v1/users", { token: token() });
      expect([response.status, response.json()["code"]]).toEqual([403, code]);
    },
  );

  it("names a code that is wrong, missing or none", async () => {
    const wrong = { code: ["invalid-code"] } as const;
    test.reply(StepUp, () => refuse("validation-failed", undefined, wrong));
    for (const body of [{ code: "123456" }, { code: "12345" }, {}, { recovery_code: "" }]) {
      const response = await stepUp(body);
      expect(response.status).toBe(422);
      expect(Object.keys(response.json<{ errors: object }>().errors)).toContain("code");
    }
  });
});
