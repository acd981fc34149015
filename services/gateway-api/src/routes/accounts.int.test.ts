import { GetMe, LogIn, Register, VerifyOtp } from "@sanu/contracts";
import { refuse } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { anySource, useGateway } from "../gateway.fixture.ts";
import { user } from "../identity-replies.fixture.ts";
import { createTokenSigner } from "../token-signer.fixture.ts";

const signer = createTokenSigner();
const test = useGateway({ signer });

const registration = {
  name: " Awa Traoré ",
  email: "awa@example.com",
  password: "mot de passe de Awa",
};
const inEnglish = {
  ...user.kyc_tier,
  name: "Tier 0",
  description: "Email address verified",
};
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  test.api.call("POST", `/api/v1/auth/${path}`, { body, headers });

describe("registering", () => {
  it("answers 201 with the user and its id, and asks identity with the defaults filled in", async () => {
    const response = await post("register", registration);

    expect(response.status).toBe(201);
    expect(response.json()).toEqual({
      success: true,
      message: "Inscription enregistrée. Un code de vérification vous a été envoyé par e-mail.",
      user_id: user.id,
      data: { user },
    });
    expect(test.requests.map(({ name, data }) => [name, data])).toEqual([
      [
        "register",
        {
          name: "Awa Traoré",
          email: "awa@example.com",
          password: "mot de passe de Awa",
          whatsapp: null,
          country: "BJ",
          language: "fr",
          source: anySource,
        },
      ],
    ]);
  });

  it("takes a confirmation that is empty for another password, and none for none", async () => {
    const of = (confirmation: string | null) =>
      post("register", { ...registration, password_confirmation: confirmation });

    const empty = await of("");
    expect(empty.status).toBe(422);
    expect(Object.keys(empty.json<{ errors: object }>().errors)).toEqual(["password_confirmation"]);
    expect((await of(null)).status).toBe(201);
  });

  it("answers 429 where identity has had too many, and says when to come again", async () => {
    test.reply(Register, () => refuse("too-many-requests"));

    const response = await post("register", registration);

    expect(response.status).toBe(429);
    expect(response.json()).toMatchObject({ success: false, code: "too-many-requests" });
    expect(response.headers["retry-after"]).toBe("60");
  });

  it("tells all broken fields at once, in the language of the client", async () => {
    const passwords = { password: "court", password_confirmation: "autre" };
    const body = { email: "awa", ...passwords, country: "FR", whatsapp: "abc" };
    const french = await post("register", body);
    const english = await post("register", body, { "accept-language": "en" });

    expect(french.status).toBe(422);
    expect(french.json()).toMatchObject({
      success: false,
      code: "validation-failed",
      errors: {
        name: ["Le nom est obligatoire."],
        email: ["L'adresse e-mail doit être une adresse e-mail valide."],
        password: ["Le mot de passe doit contenir au moins 8 caractères."],
        password_confirmation: [
          "La confirmation du mot de passe doit être la même que le mot de passe.",
        ],
        country: [expect.stringContaining("BJ, BF, CI")],
        whatsapp: ["Le numéro WhatsApp doit être un numéro de téléphone valide."],
      },
    });
    expect(english.json()).toMatchObject({
      message: "The name is required.",
      errors: { name: ["The name is required."] },
    });
    expect(test.requests).toEqual([]);
  });

  it("takes a name of any alphabet, on one line", async () => {
    const nameOf = (name: string) => post("register", { ...registration, name });

    expect((await nameOf("Kouassi N'Guessan 阿娃 👩🏾 ❤\uFE0F 1\uFE0F\u20E3")).status).toBe(201);
    const turned = [
      "Awa\u202EenoK",
      "\u2066Awa",
      "A\u200Bwa",
      "A\u200Dwa",
      "\uFEFFA\u00ADwa",
      "A\u3164wa",
      "Awa\uFE00",
      "Awa\uFE0F",
      "A\u034Fwa",
      "A\u{E0101}wa",
    ];
    const formulas = ["=1+1", " +229", "-Awa", "@Awa", "＝1"];
    const lines = ["Awa\r\nBcc: other", "Awa\u2028Koné", "Awa\u0007"];
    for (const name of [...lines, ...turned, ...formulas]) {
      expect((await nameOf(name)).json()["errors"]).toEqual({
        name: ["Le nom est invalide."],
      });
    }
  });

  it("takes as much before the @ of an address as mail does", async () => {
    const of = (letters: number) =>
      post("register", { ...registration, email: `${"a".repeat(letters)}@example.com` });

    expect((await of(64)).status).toBe(201);
    expect(Object.keys((await of(65)).json<{ errors: object }>().errors)).toEqual(["email"]);
  });

  it("tells what identity found broken in the same shape", async () => {
    test.reply(Register, () => refuse("validation-failed", {}, { email: ["taken"] }));

    const response = await post("register", registration);

    expect(response.status).toBe(422);
    expect(response.json()).toMatchObject({
      errors: { email: ["L'adresse e-mail sert déjà à quelqu'un. Choisissez autre chose."] },
    });
  });

  it("ignores fields it does not know, also those that would be privileges", async () => {
    const response = await post("register", { ...registration, roles: ["admin"], is_active: true });

    expect(response.status).toBe(201);
    expect(JSON.stringify(test.requests[0]?.data)).not.toContain("admin");
  });

  it("takes a password of 128 letters and none of 129", async () => {
    const of = (letters: number) =>
      post("register", { ...registration, password: "é".repeat(letters) });

    expect((await of(128)).status).toBe(201);
    expect((await of(129)).status).toBe(422);
  });
});

describe("verifying the code", () => {
  it("takes the user id or the address, and the code under either name", async () => {
    await post("verify-otp", { user_id: user.id.toUpperCase(), code: "123456" });
    const response = await post("verify-otp", { email: user.email, otp: "654321" });

    expect(response.status).toBe(200);
    expect(response.json()).toMatchObject({ success: true, data: { user: { is_active: true } } });
    expect(test.requests.map(({ data }) => data)).toEqual([
      { userId: user.id, email: null, code: "123456", source: anySource },
      { userId: null, email: user.email, code: "654321", source: anySource },
    ]);
  });

  it("says which of its fields are missing or misshapen", async () => {
    const nothing = await post("verify-otp", {});
    const misshapen = await post("verify-otp", { user_id: "1", code: "12345" });

    expect(nothing.json()).toMatchObject({
      status: 422,
      errors: { user_id: [expect.any(String)], code: ["Le code est obligatoire."] },
    });
    expect(Object.keys(misshapen.json<{ errors: object }>().errors)).toEqual(["user_id", "code"]);
  });

  it("answers 422 on the code when identity does not accept it", async () => {
    test.reply(VerifyOtp, () => refuse("validation-failed", {}, { code: ["invalid-code"] }));

    const response = await post("verify-otp", { user_id: user.id, code: "000000" });

    expect(response.status).toBe(422);
    expect(response.json()).toMatchObject({
      errors: {
        code: ["Le code est invalide ou a expiré. Vérifiez-le, ou demandez-en un nouveau."],
      },
    });
  });
});

describe("logging in", () => {
  const credentials = { email: user.email, password: "mot de passe de Awa" };

  it("answers with the token under both its names", async () => {
    const response = await post("login", credentials, { "accept-language": "en-GB" });

    expect(response.status).toBe(200);
    expect(response.json()).toEqual({
      success: true,
      message: "Logged in.",
      data: {
        token: "header.claims.signature",
        access_token: "header.claims.signature",
        token_type: "Bearer",
        expires_in: 3_600,
        user: { ...user, kyc_tier: inEnglish },
      },
    });
    expect(response.headers["cache-control"]).toBe("no-store");
  });

  it("names the tier in the language of who reads it, in French as identity does", async () => {
    const token = signer.token({ sub: user.id });
    const asked = (path: string, language: string) =>
      test.api.call("GET", `/api/v1/${path}`, { token, headers: { "accept-language": language } });
    for (const [language, tier] of [
      ["fr", user.kyc_tier],
      ["en", inEnglish],
    ] as const) {
      const me = await asked("auth/me", language);
      expect(me.json()).toMatchObject({ data: { user: { kyc_tier: tier } } });
      const tiers = await asked("kyc/tiers", language);
      expect(tiers.json()).toMatchObject({ data: { tiers: [tier] } });
      const kyc = await asked("kyc", language);
      expect(kyc.json()).toMatchObject({ data: { kyc: { tier } } });
    }
  });

  it.each([
    ["invalid-credentials", 401],
    ["account-not-verified", 403],
    ["account-deactivated", 403],
  ] as const)("answers %s with %i", async (code, status) => {
    test.reply(LogIn, () => refuse(code));

    const response = await post("login", credentials);

    expect(response.status).toBe(status);
    expect(response.json()).toMatchObject({ success: false, code, status });
    if (status === 401) expect(response.json()).toMatchObject({ message: "Unauthenticated." });
  });
});

describe("the account of the token", () => {
  it("is the one of its subject", async () => {
    const token = signer.token({ sub: user.id });

    const response = await test.api.call("GET", "/api/v1/auth/me", { token });

    expect(response.status).toBe(200);
    expect(response.json()).toEqual({ success: true, data: { user } });
    expect(test.requests[0]?.data).toEqual({ accountId: user.id });
  });

  it("is not found when it was erased", async () => {
    test.reply(GetMe, () => refuse("not-found"));

    const response = await test.api.call("GET", "/api/v1/auth/me", { token: signer.token() });

    expect(response.status).toBe(404);
  });
});
