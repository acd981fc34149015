import {
  type Catalogue,
  type FieldErrors,
  FieldRule,
  fill,
  type Language,
  wordsIn,
} from "@sanu/contracts";
import type { z } from "zod";

/** `errors` of a 422 answer: field → sentences. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>;

type Issue = z.core.$ZodIssue;

/** An issue of the body as a whole is told under this name. */
const wholeBody = "body";

/** A schema's own rule names one of ours with `params: { rule: "invalid-phone-number" }`. */
export function messagesOfIssues(
  issues: readonly Issue[],
  input: unknown,
  language: Language,
): FieldMessages {
  const ofAnotherKind = new Set(
    issues.flatMap((issue) => (issue.code === "invalid_type" ? [fieldOf(issue)] : [])),
  );
  // Of a text where a list belongs zod tells the length, too: nobody is helped by "20 characters" then.
  const judged = issues.filter(
    (issue) => issue.code === "invalid_type" || !ofAnotherKind.has(fieldOf(issue)),
  );
  return grouped(
    judged.map((issue) => {
      const field = fieldOf(issue);
      const { sentence, limit } = sentenceOf(issue, valueAt(input, issue.path), wordsIn(language));
      return [field, fill(sentence, { field: subjectOf(field, language), limit })] as const;
    }),
  );
}

function fieldOf(issue: Issue): string {
  return issue.path.map(String).join(".") || wholeBody;
}

/** The broken rules of each field as sentences for a person, each said once. */
export function messagesOfRules(errors: FieldErrors, language: Language): FieldMessages {
  return grouped(
    Object.entries(errors).flatMap(([field, rules]) =>
      rules.map(
        (rule) => [field, sentenceOfRule(rule, subjectOf(field, language), language)] as const,
      ),
    ),
  );
}

function grouped(messages: readonly (readonly [string, string])[]): FieldMessages {
  const byField = new Map<string, string[]>();
  for (const [field, message] of messages) {
    const known = byField.get(field) ?? [];
    if (!known.includes(message)) byField.set(field, [...known, message]);
  }
  return Object.fromEntries(byField);
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function sentenceOfRule(rule: FieldRule, field: string, language: Language): string {
  const sentence: string = wordsIn(language).fieldRules[rule];
  return fill(sentence, { field });
}

/** The subject of a sentence about a field; one that people do not know, or one deep in a list, goes by its path. */
function subjectOf(path: string, language: Language): string {
  const { fieldNames, otherField } = wordsIn(language);
  const names: Readonly<Record<string, string>> = fieldNames;
  const known = Object.hasOwn(names, path) ? names[path] : undefined;
  return known ?? fill(otherField, { path });
}

type Shape = keyof Catalogue["fieldShapes"];

/** A text with gaps for the field and for the number or the list that the rule names. */
interface ChosenSentence {
  readonly sentence: string;
  readonly limit: string;
}

function sentenceOf(issue: Issue, value: unknown, words: Catalogue): ChosenSentence {
  const { rule, shape, limit = "" } = brokenBy(issue, value);
  const sentence = rule === undefined ? words.fieldShapes[shape] : words.fieldRules[rule];
  return { sentence, limit: String(limit) };
}

type Broken =
  | { readonly rule: FieldRule; readonly shape?: never; readonly limit?: never }
  | {
      readonly rule?: never;
      readonly shape: Shape;
      readonly limit?: number | bigint | string | undefined;
    };

const chosen = (shape: Shape, limit?: number | bigint | string): Broken => ({ shape, limit });

function brokenBy(issue: Issue, value: unknown): Broken {
  if (value === undefined && issue.code !== "custom") return chosen("required");
  switch (issue.code) {
    case "invalid_type":
      return chosen(nameOfType(issue.expected, value));
    case "too_small":
      if (isEmptied(issue)) return chosen("required");
      if (issue.origin === "string") return chosen("shorterThan", issue.minimum);
      return chosen(issue.inclusive === false ? "notAbove" : "below", issue.minimum);
    case "too_big":
      if (issue.origin === "array") return chosen("moreThan", issue.maximum);
      return chosen(issue.origin === "string" ? "longerThan" : "above", issue.maximum);
    case "invalid_format":
      return chosen(nameOfFormat(issue.format));
    case "invalid_value":
      return chosen("oneOf", issue.values.map(String).join(", "));
    case "not_multiple_of":
      return chosen("whole");
    case "custom":
      return brokenByRule(issue.params, value);
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
    case "unrecognized_keys":
      return chosen("invalid");
    default:
      return chosen("invalid");
  }
}

/** Nothing in it, where something has to be. */
function isEmptied({ origin, minimum }: z.core.$ZodIssueTooSmall): boolean {
  return (origin === "string" || origin === "array") && minimum === 1;
}

function nameOfFormat(format: string): "email" | "uuid" | "invalid" {
  return format === "email" || format === "uuid" ? format : "invalid";
}

function nameOfType(expected: string, value: unknown): Shape {
  switch (expected) {
    case "string":
      return "text";
    case "int":
      return "whole";
    case "number":
      // NaN and the infinities are what 1e400 becomes.
      return typeof value === "number" ? "invalid" : "number";
    case "boolean":
      return "flag";
    case "array":
      return "list";
    case "object":
    case "record":
      return "object";
    default:
      return "invalid";
  }
}

function brokenByRule(
  params: Readonly<Record<string, unknown>> | undefined,
  value: unknown,
): Broken {
  const rule = FieldRule.safeParse(params?.["rule"]);
  if (rule.success) return { rule: rule.data };
  return chosen(value === undefined ? "required" : "invalid");
}
