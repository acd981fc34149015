import { type ProblemCode, problems } from "@sanu/contracts";
import { describe, expect, it } from "vitest";
import { readLanguage } from "./language.ts";
import { problemBody, problemHead } from "./problem.ts";

const context = {
  language: "fr",
  requestId: "req-1",
  docsUrl: "https://docs.sanu.example",
} as const;
const codes = Object.keys(problems) as ProblemCode[];

describe("a problem body", () => {
  it("serves clients of the older shape and readers of problem+json", () => {
    expect(
      problemBody("amount-below-minimum", { ...context, params: { minimumXof: "100" } }),
    ).toEqual({
      success: false,
      message:
        "Le montant minimum est de 100 XOF. Rien n'a été débité\u00a0: choisissez un montant plus élevé.",
      code: "amount-below-minimum",
      type: "https://docs.sanu.example/problems/amount-below-minimum",
      title: "Amount below minimum",
      status: 400,
      detail:
        "Le montant minimum est de 100 XOF. Rien n'a été débité\u00a0: choisissez un montant plus élevé.",
      instance: "req-1",
    });
  });

  it("speaks English to those who ask for it", () => {
    const body = problemBody("limit-exceeded", { ...context, language: "en" });

    expect(body.message).toMatch(/^This amount exceeds your monthly limit\. /);
  });

  it("carries the broken fields of a 422, and what is wrong with the first one as its message", () => {
    const errors = {
      amount: ["Le montant doit être un nombre entier."],
      email: ["L'adresse e-mail est obligatoire."],
    };
    const body = problemBody("validation-failed", { ...context, errors });

    expect(body.errors).toEqual(errors);
    expect([body.message, body.detail]).toEqual([errors.amount[0], errors.amount[0]]);
    expect(problemBody("validation-failed", { ...context, errors: {} }).message).toBe(
      "Les données fournies sont invalides.",
    );
    expect(problemBody("validation-failed", context)).not.toHaveProperty("errors");
  });

  it("names the idempotency key as the broken field where it was sent before with another body", () => {
    const { errors, message } = problemBody("idempotency-key-reused", context);

    expect(errors).toEqual({ "idempotency-key": [message] });
  });

  it("says exactly Unauthenticated. to everyone whose credential does not hold", () => {
    for (const language of ["fr", "en"] as const) {
      for (const code of ["unauthenticated", "invalid-credentials"] as const) {
        expect(problemBody(code, { ...context, language }).message).toBe("Unauthenticated.");
      }
    }
  });

  it.each(codes)("of %s has words in both languages and a status that fits", (code) => {
    const french = problemBody(code, context);
    const english = problemBody(code, { ...context, language: "en" });

    expect(french.message.length).toBeGreaterThan(5);
    expect(english.message.length).toBeGreaterThan(5);
    expect(french.status).toBe(problemHead(code).status);
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it("never leaves a placeholder in a message, and takes no parameter from a prototype", () => {
    const { message } = problemBody("amount-below-minimum", { ...context, params: {} });

    expect(message).not.toMatch(/[{}]/);
  });
});

describe("the head of a problem", () => {
  it("tells when to try again, wherever waiting helps", () => {
    for (const code of codes) {
      const { status, headers } = problemHead(code);
      if (status === 503 || status === 429) expect(headers["retry-after"]).toMatch(/^[1-9]\d*$/);
    }
    expect(problemHead("too-many-requests", 7).headers["retry-after"]).toBe("7");
  });

  it("is problem+json, and names the scheme where a credential is missing", () => {
    expect(problemHead("not-found")).toEqual({
      status: 404,
      headers: { "content-type": "application/problem+json; charset=utf-8" },
    });
    expect(problemHead("unauthenticated").headers["www-authenticate"]).toBe("Bearer");
  });
});

describe("the language of a request", () => {
  it.each([
    [undefined, "fr"],
    ["", "fr"],
    ["en", "en"],
    ["en-GB,en;q=0.9", "en"],
    ["EN-us", "en"],
    ["fr;q=0.8, en;q=0.9", "en"],
    ["en;q=0.1, fr", "fr"],
    ["de, en;q=0.5", "en"],
    ["de", "fr"],
    ["*", "fr"],
    ["en;q=0", "fr"],
    ["en;q=nonsense", "fr"],
    [",;=,q=1;;", "fr"],
  ])("that accepts %j is %s", (header, language) => {
    expect(readLanguage(header)).toBe(language);
  });
});
