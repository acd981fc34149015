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
const separators = /[\s().-]/g;
const international = /^(?:\+|00)?([1-9]\d{6,14})$/;

/** With or without plus, `00` or separators. A number whose operator is unknown is a number, with channel `SANDBOX`. */
export function readPhone(text: string): PhoneReading {
  if (text.length > TEXT_LENGTH_MAX) return { kind: "refused", code: "not-a-number" };
  const digits = international.exec(text.replace(separators, ""))?.[1];
  if (digits === undefined) return { kind: "refused", code: "not-a-number" };
  const plan = numberingPlans.find(({ callingCode }) => digits.startsWith(callingCode));
  if (plan === undefined) return { kind: "refused", code: "unsupported-country" };
  const national = nationalNumber(plan, digits.slice(plan.callingCode.length));
  if (national === null) return { kind: "refused", code: "not-a-number" };
  return { kind: "phone", phone: phoneOf(plan, national) };
}

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
