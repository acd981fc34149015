import {
  CountryCode,
  type FieldRule,
  idOf,
  TransactionStatus,
  TransactionType,
} from "@sanu/contracts";
import {
  type AccountId,
  type CaseId,
  isStorableText,
  type QuoteId,
  type StandingOrderId,
  type TransactionId,
} from "@sanu/kernel";
import { z } from "zod";
import { fieldLimits } from "../limits.ts";
import { trimmedText } from "./said-rules.ts";

export function requiredText(lettersMax: number, lettersMin = 1) {
  return z.string().min(lettersMin).max(lettersMax).refine(isStorableText);
}

/**
 * What nobody sees or what turns the letters around: controls, ends of lines, zero widths, directions, fillers, variations of
 * anything but a picture. With them a name looks like another one.
 */
const unseen =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u2800]|(?!(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]|\uFE0F\u20E3)\p{Default_Ignorable_Code_Point}/u;
/** What a spreadsheet takes for a formula, also in the wide forms of East Asian keyboards. */
const formulaBeginning = /^[=+\-@＝＋－＠]/u;

/** On one line, without the spaces around it. */
function oneLine(lettersMax: number) {
  return z
    .string()
    .trim()
    .max(lettersMax)
    .refine((text) => isStorableText(text) && !unseen.test(text) && !formulaBeginning.test(text));
}

export const Name = oneLine(fieldLimits.nameLettersMax).min(1).meta({
  pattern: "^\\s*[^\\s=+\\-@＝＋－＠]",
  description: "On one line, without letters that nobody sees, and no formula",
});

/** What a person calls something of hers; missing, null or empty all mean nothing → null. */
export const OptionalLabel = oneLine(fieldLimits.labelLettersMax)
  .nullish()
  .transform((label) => (label === undefined || label === "" ? null : label));

/** A text that may be missing, null or empty, which all mean the same → null. */
export function optionalText(lettersMax: number) {
  return z
    .string()
    .max(lettersMax)
    .refine(isStorableText)
    .nullish()
    .transform((value) => (value === undefined || value === "" ? null : value));
}

/** A name that may be missing, null or empty, which all mean the same → null. */
export const OptionalName = z
  .union([z.literal("").transform(() => null), Name])
  .nullish()
  .transform((name) => name ?? null);

const phoneShape = /^\s*\+?[\d\s().-]{7,31}$/;
/** An empty text is none. */
const phonePattern = { pattern: `^$|${phoneShape.source}` } as const;
/** A rule of ours by its name. */
export const rule = (name: FieldRule) => ({ params: { rule: name } });

/** Whole XOF, which has no cents. */
export const AmountXof = z
  .number()
  .min(1)
  .refine((amount) => amount < 1 || Number.isInteger(amount), rule("whole-francs"))
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ type: "integer" });

/**
 * What can be a phone number at all, or nothing. The services know numbering plans; this names a broken number
 * together with the other broken fields.
 */
export const OptionalPhone = optionalText(fieldLimits.phoneLettersMax)
  .refine((value) => value === null || phoneShape.test(value), rule("invalid-phone-number"))
  .meta(phonePattern);

export const Phone = OptionalPhone.refine((value) => value !== null, rule("required"));

/** A text of one's own that can be emptied again: null and an empty text both do that. */
export function clearableText(lettersMax: number) {
  return z
    .string()
    .max(lettersMax)
    .refine(isStorableText)
    .nullable()
    .transform((value) => (value === "" ? null : value));
}

export const ClearablePhone = clearableText(fieldLimits.phoneLettersMax)
  .refine((value) => value === null || phoneShape.test(value), rule("invalid-phone-number"))
  .meta(phonePattern);

/** Six digits from a mail, or the long code of its link. */
export const mailedCodeShape = /^(?:\d{6}|[\w-]{43})$/;

/** A code from a mail. Anything else is as wrong as another code. */
export const MailedCode = requiredText(fieldLimits.codeLettersMax)
  .refine((code) => mailedCodeShape.test(code), rule("invalid-code"))
  .meta({ pattern: mailedCodeShape.source });

/** What an authenticator app shows; some people type the space in the middle. */
export const AuthenticatorCode = z
  .string()
  .max(fieldLimits.codeLettersMax)
  .transform((code) => code.replaceAll(" ", ""))
  .refine((code) => /^\d{6}$/.test(code), rule("invalid-code"));

/** As it was written down: any other text is as wrong as another code. */
export const RecoveryCode = requiredText(fieldLimits.codeLettersMax);

/** A network in CIDR, or one address. */
export const Network = z
  .union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])
  .refine((network) => !network.includes("%"));

/** A day of the calendar, `2026-11-21`; the database knows no year 0. */
const Day = z.iso.date().refine((day) => !day.startsWith("0000"));

/** An e-mail address; people's keyboards add spaces. */
export const Email = z
  .string()
  .trim()
  .max(fieldLimits.emailLettersMax)
  .check(z.email())
  .refine((email) => email.lastIndexOf("@") <= fieldLimits.emailLocalLettersMax)
  .meta({ allOf: [{ pattern: `^[^@]{1,${fieldLimits.emailLocalLettersMax}}@` }] });

/** A new password. Its letters are counted, and nothing else is demanded. */
export const NewPassword = requiredText(
  fieldLimits.passwordLettersMax,
  fieldLimits.passwordLettersMin,
);

/** A password that was chosen at some time: the rules for new ones may have been others then. */
export const GivenPassword = requiredText(fieldLimits.passwordLettersMax);

/** A country of the West African monetary union; Benin when none is named. */
export const Country = CountryCode.nullish().transform((code) => code ?? "BJ");

/** A whole number in a query. Only digits are one: `0x10` and `1e1` are not. */
export function wholeNumber(least: number, most: number) {
  return z.preprocess(
    (value) => (typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value),
    z.int().min(least).max(most),
  );
}

export const pageFields = {
  limit: wholeNumber(1, fieldLimits.listRowsMax).prefault(fieldLimits.listRowsDefault),
  cursor: requiredText(fieldLimits.cursorLettersMax).optional(),
};

export const transactionFilterFields = {
  status: TransactionStatus.optional(),
  type: TransactionType.optional(),
  from: Day.optional().describe("First day, in the business time zone"),
  to: Day.optional().describe("Last day, in the business time zone"),
};

/** An id, in capitals or not. */
function uuidOf<Id extends string>() {
  return z
    .uuid()
    .transform((id) => id.toLowerCase())
    .pipe(idOf<Id>());
}

export const AccountIdField = uuidOf<AccountId>();
export const TransactionIdField = uuidOf<TransactionId>();
export const CaseIdField = uuidOf<CaseId>();
export const StandingOrderIdField = uuidOf<StandingOrderId>();
export const IdField = uuidOf<string>();

/** The headers of a request that makes a record. Visible ASCII; everything else in them stays as it is. */
export const IdempotencyHeaders = z.looseObject({
  "idempotency-key": z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .describe("Makes a repeated request the same one: it gets the first answer again"),
});

/** A text that says something, without the spaces around it. */
export function saidText(lettersMax: number) {
  return trimmedText(z.string().trim().pipe(requiredText(lettersMax)), lettersMax);
}

export const Reason = saidText(fieldLimits.reasonLettersMax);

/** The id of a quote, in capitals or not; missing, null or empty all mean none → null. */
export const OptionalQuoteId = z
  .union([z.literal("").transform(() => null), uuidOf<QuoteId>()])
  .nullish()
  .transform((id) => id ?? null);
