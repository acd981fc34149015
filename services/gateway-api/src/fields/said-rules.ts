import type { z } from "zod";

/**
 * Of a rule over several fields: it counts also while others are broken, so that all of them are named at once. Of what is no
 * object nothing is said but that.
 */
export const besideOthers = {
  when: ({ value }: { readonly value: unknown }) => isObject(value),
} as const;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Rule = Readonly<Record<string, unknown>>;

/** What the document says where a rule is over several fields, or a text is trimmed first. Tests hold it to what is enforced. */
const notBlank = { minLength: 1, pattern: "\\S" } as const;

/** A field that is there, null or not. */
const named = (name: string): Rule => ({ required: [name] });

/** A field that is there and not null. */
const given = (name: string): Rule => ({
  required: [name],
  properties: { [name]: { not: { type: "null" } } },
});

export const someNamedOf = (...names: string[]): Rule => ({ anyOf: names.map(named) });
export const noneNamedOf = (...names: string[]): Rule => ({ not: someNamedOf(...names) });
export const someGivenOf = (...names: string[]): Rule => ({ anyOf: names.map(given) });
export const oneGivenOf = (...names: string[]): Rule => ({ oneOf: names.map(given) });
export const allRules = (...rules: Rule[]): Rule => ({ allOf: rules });

/** A rule that counts where a field has one of these values. */
export function where(name: string, values: readonly (string | boolean)[], rule: Rule): Rule {
  return { anyOf: [{ properties: { [name]: { not: { enum: values } } } }, rule] };
}

/** A text without the spaces around it, which is something. */
export function trimmedText<Schema extends z.ZodType>(schema: Schema, lettersMax: number): Schema {
  return schema.meta({ ...notBlank, maxLength: lettersMax });
}
