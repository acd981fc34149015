import type { FieldErrors, FieldRule } from "@sanu/contracts";

export type WrittenBody = Readonly<Record<string, unknown>>;

/**
 * Names the fields that a service would refuse for what is written in them. It is asked only where the request is refused anyway,
 * for other fields, so that all broken ones are named at once. Whatever is whole goes to the service, which knows more: its
 * network, its prices, who it is. `country` (ISO 3166-1) is the account's own.
 */
export type Judge = (body: WrittenBody, country: string | null) => FieldErrors;

/** The text of a field, however broken its body is; undefined where there is none. */
export function textIn(body: WrittenBody, field: string): string | undefined {
  const value = body[field];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Of some fields, those that break a rule. */
export function brokenOf(
  judged: Readonly<Record<string, FieldRule | undefined>>,
): Readonly<Record<string, readonly FieldRule[]>> {
  return Object.fromEntries(
    Object.entries(judged).flatMap(([field, rule]) =>
      rule === undefined ? [] : [[field, [rule]]],
    ),
  );
}
