import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { type NumberingPlan, numberingPlans, UNKNOWN_CHANNEL } from "./channels.ts";

export interface PhoneNumber {
  /** E.164 with the leading plus; Benin in its ten-digit form. */
  readonly e164: string;
  /** Its digits behind the code of the country. */
  readonly national: string;
  readonly country: string;
  /** Wallet by prefix, `SANDBOX` where no prefix matches. */
  readonly channel: string;
  /** Calling code and the last two digits, fit for logs and events. */
  readonly masked: string;
}

export type PhoneReading =
  | { readonly kind: "phone"; readonly phone: PhoneNumber }
  | { readonly kind: "refused"; readonly code: "not-a-number" | "unsupported-country" };

const TEXT_LENGTH_MAX = 32;
/** Digits of any script and what people put between them: no extension, no word, no second number. */
const shape = /^\s*\+?[\p{Nd}\s().\-\u2010-\u2015\u00ad]+$/u;
/** Both mean that a calling code follows; many leave them out. */
const beginning = /^\s*(?:\+|00)?/;

/**
 * With or without plus, `00` or separators; without a calling code it is one of `country` (ISO 3166-1), where one is given. A number
 * whose operator is unknown is a number, with channel `SANDBOX`.
 */
export function readPhone(text: string, country: string | null = null): PhoneReading {
  if (text.length > TEXT_LENGTH_MAX || !shape.test(text)) return notANumber;
  return readNational(text, country) ?? readInternational(text);
}

/** Undefined where it is none of the country: then a calling code may be among its digits. */
function readNational(text: string, country: string | null): PhoneReading | undefined {
  const plan = numberingPlans.find((one) => one.country === country);
  if (plan === undefined || /^\s*(?:\+|00)/.test(text)) return undefined;
  const read = parsePhoneNumberFromString(`+${plan.callingCode}${text}`, { extract: false });
  if (read === undefined) return undefined;
  const national = nationalNumber(plan, read.nationalNumber);
  return national === null ? undefined : { kind: "phone", phone: phoneOf(plan, national) };
}

function readInternational(text: string): PhoneReading {
  const read = parsePhoneNumberFromString(text.replace(beginning, "+"), { extract: false });
  if (read === undefined) return notANumber;
  const plan = numberingPlans.find(({ callingCode }) => read.countryCallingCode === callingCode);
  if (plan === undefined) return { kind: "refused", code: "unsupported-country" };
  const national = nationalNumber(plan, read.nationalNumber);
  if (national === null) return notANumber;
  return { kind: "phone", phone: phoneOf(plan, national) };
}

const notANumber = { kind: "refused", code: "not-a-number" } as const;

/** Since 30 November 2024 Benin writes `01` before every old eight-digit number. */
function nationalNumber(plan: NumberingPlan, digits: string): string | null {
  if (plan.country === "BJ") {
    if (digits.length === 8) return `01${digits}`;
    if (!digits.startsWith("01")) return null;
  }
  return digits.length === plan.nationalDigits ? digits : null;
}

function phoneOf(plan: NumberingPlan, national: string): PhoneNumber {
  const channel = plan.channels.find(([, prefixes]) => prefixes.test(national))?.[0];
  const hidden = "*".repeat(national.length - 2);
  return {
    e164: `+${plan.callingCode}${national}`,
    national,
    country: plan.country,
    channel: channel ?? UNKNOWN_CHANNEL,
    masked: `+${plan.callingCode}${hidden}${national.slice(-2)}`,
  };
}
