import { FieldRule, type Language } from "@sanu/contracts";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { messagesOfIssues, messagesOfRules } from "./field-messages.ts";

function messagesFor(schema: z.ZodType, input: unknown, language: Language = "en") {
  const parsed = schema.safeParse(input);
  return messagesOfIssues(parsed.error?.issues ?? [], input, language);
}

describe("what is told about a broken field", () => {
  it("names all broken fields at once, in French or English", () => {
    const schema = z.object({ amount: z.int().min(1), email: z.email() });

    expect(messagesFor(schema, { amount: 0 }, "fr")).toEqual({
      amount: ["Le montant doit être au moins 1."],
      email: ["L'adresse e-mail est obligatoire."],
    });
    expect(messagesFor(schema, { amount: 1.5, email: "x" })).toEqual({
      amount: ["The amount must be a whole number."],
      email: ["The email address must be a valid email address."],
    });
  });

  it.each<[string, z.ZodType, unknown, string]>([
    ["a missing field", z.string(), undefined, "The field f is required."],
    ["a null", z.string(), null, "The field f must be a string."],
    ["a number for a text", z.string(), 1, "The field f must be a string."],
    ["a text for a number", z.int(), "1", "The field f must be a number."],
    ["more than a number can hold", z.int(), Number.POSITIVE_INFINITY, "The field f is invalid."],
    ["a text for a flag", z.boolean(), "yes", "The field f must be true or false."],
    ["a text for a list", z.array(z.string()), "a", "The field f must be a list."],
    ["a list for an object", z.object({}), [], "The field f must be a JSON object."],
    ["a stranger", z.enum(["BUY", "SELL"]), "LEND", "The field f must be one of: BUY, SELL."],
    ["an empty text", z.string().min(1), "", "The field f is required."],
    ["a short text", z.string().min(8), "short", "The field f must be at least 8 characters."],
    ["a long text", z.string().max(3), "long", "The field f must not be longer than 3 characters."],
    ["an empty list", z.array(z.int()).min(1), [], "The field f is required."],
    [
      "a long list",
      z.array(z.int()).max(1),
      [1, 2],
      "The field f must not have more than 1 items.",
    ],
    ["zero", z.number().positive(), 0, "The field f must be greater than 0."],
    ["too much", z.int().max(9), 10, "The field f must not be greater than 9."],
    ["a fraction of a step", z.number().multipleOf(5), 7, "The field f must be a whole number."],
    ["no UUID", z.uuid(), "x", "The field f must be a UUID."],
    ["another shape", z.string().regex(/^a$/), "b", "The field f is invalid."],
    ["none of several", z.union([z.string(), z.int()]), true, "The field f is invalid."],
  ])("fits %s", (_case, schema, value, message) => {
    expect(messagesFor(z.object({ f: schema }), { f: value })).toEqual({ f: [message] });
  });

  it("says of a value of another kind only which kind it has to be", () => {
    const schema = z.object({
      scopes: z.array(z.string()).max(2),
      amount: z.int().refine((value) => value > 0),
    });

    expect(messagesFor(schema, { scopes: "all of them", amount: "many" })).toEqual({
      scopes: ["The field scopes must be a list."],
      amount: ["The amount must be a number."],
    });
  });

  it("uses our own rule where a schema names one", () => {
    const schema = z.object({
      number: z.string().refine(() => false, { params: { rule: "invalid-phone-number" } }),
      other: z.string().refine(() => false),
    });

    expect(messagesFor(schema, { number: "1", other: "2" })).toEqual({
      number: ["The number must be a valid phone number."],
      other: ["The field other is invalid."],
    });
  });

  it("tells an issue of the whole body under body, and of a deep field under its path", () => {
    expect(messagesFor(z.object({}), [])).toEqual({
      body: ["The field body must be a JSON object."],
    });
    expect(
      messagesFor(z.object({ a: z.array(z.object({ b: z.int() })) }), { a: [{ b: "x" }] }),
    ).toEqual({
      "a.0.b": ["The field a.0.b must be a number."],
    });
  });

  it("tells a sentence once, and survives hostile names", () => {
    const schema = z.object({ f: z.string().regex(/a/).regex(/b/) });
    expect(messagesFor(schema, { f: "c" })).toEqual({ f: ["The field f is invalid."] });

    const hostile = messagesOfIssues(
      [{ code: "custom", path: ["__proto__", "x"], message: "", input: undefined }],
      JSON.parse('{"__proto__":{"x":1}}'),
      "en",
    );
    expect(Object.keys(hostile)).toEqual(["__proto__.x"]);
  });
});

describe("what a service found broken", () => {
  it("becomes sentences in both languages", () => {
    expect(messagesOfRules({ email: ["taken"], code: ["invalid-code"] }, "en")).toEqual({
      email: ["The email address has already been taken. Choose something else."],
      code: ["The code is invalid or has expired. Check it, or ask for a new one."],
    });
    expect(messagesOfRules({ email: ["taken"] }, "fr")).toEqual({
      email: ["L'adresse e-mail sert déjà à quelqu'un. Choisissez autre chose."],
    });
  });

  it.each(FieldRule.options)("has words for %s", (rule) => {
    const french = messagesOfRules({ champ: [rule] }, "fr")["champ"];
    const english = messagesOfRules({ champ: [rule] }, "en")["champ"];

    expect(french).toHaveLength(1);
    expect(english).toHaveLength(1);
    expect(french).not.toEqual(english);
  });
});
