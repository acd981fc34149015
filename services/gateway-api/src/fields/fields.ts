import { CountryCode, type FieldRule, idOf } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { fieldLimits } from "../limits.ts";

/** No NUL and no half of a surrogate pair: Postgres stores neither. */
function isStorable(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}

/** A text that must be there. */
export function requiredText(lettersMax: number, lettersMin = 1) {
  return z.string().min(lettersMin).max(lettersMax).refine(isStorable);
}

/** A person's name on one line, without the spaces around it. */
export const Name = z
  .string()
  .trim()
  .min(1)
  .max(fieldLimits.nameLettersMax)
  .refine((name) => isStorable(name) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name));

/** A text that may be missing, null or empty, which all mean the same → null. */
export function optionalText(lettersMax: number) {
  return z
    .string()
    .max(lettersMax)
    .refine(isStorable)
    .nullish()
    .transform((value) => (value === undefined || value === "" ? null : value));
}

const phoneShape = /^\s*\+?[\d\s().-]{7,31}$/;
const rule = (name: FieldRule) => ({ params: { rule: name } });

/**
 * What can be a phone number at all, or nothing. The services know numbering plans; this tells a broken number
 * together with the other broken fields.
 */
export const OptionalPhone = optionalText(fieldLimits.phoneLettersMax).refine(
  (value) => value === null || phoneShape.test(value),
  rule("invalid-phone-number"),
);

/** The same where nothing will not do. */
export const Phone = OptionalPhone.refine((value) => value !== null, rule("required"));

/** A day of the calendar, `2026-11-21`; the database knows no year 0. */
export const Day = z.iso.date().refine((day) => !day.startsWith("0000"));

/** An e-mail address; people's keyboards add spaces. */
export const Email = z.string().trim().max(fieldLimits.emailLettersMax).check(z.email());

/** A new password. Its letters are counted, and nothing else is asked of it. */
export const NewPassword = requiredText(
  fieldLimits.passwordLettersMax,
  fieldLimits.passwordLettersMin,
);

/** A password that was chosen at some time: the rules for new ones may have been others then. */
export const GivenPassword = requiredText(fieldLimits.passwordLettersMax);

/** A country of the West African monetary union; Benin when none is named. */
export const Country = CountryCode.nullish().transform((code) => code ?? "BJ");

/** The id of an account, in capitals or not. */
export const AccountIdField = z
  .uuid()
  .transform((id) => id.toLowerCase())
  .pipe(idOf<AccountId>());
