import {
  type CountryCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";

const separators = /[\s().-]/g;
const digitsOnly = /^(?:\+|00)?\d{6,15}$/;
/** Both say that a calling code follows; many leave them out. */
const beginning = /^(?:\+|00)/;
const beninsOldDigits = 8;

/**
 * Reads a WhatsApp number of any country as E.164 (ITU-T): with plus or `00` an international one, without them one of the account's
 * own country, or an international one where it cannot be that. `undefined` when it cannot be a number. Who may be paid is
 * another question, which `phone.ts` answers.
 */
export function readWhatsapp(text: string, country: CountryCode | null): string | undefined {
  const plain = text.replaceAll(separators, "");
  if (!digitsOnly.test(plain)) return undefined;
  const national = beginning.test(plain) || country === null ? undefined : read(plain, country);
  return national ?? read(`+${plain.replace(beginning, "")}`);
}

function read(text: string, country?: CountryCode): string | undefined {
  const number = parsePhoneNumberFromString(text, {
    ...(country && { defaultCountry: country }),
    extract: false,
  });
  if (number === undefined) return undefined;
  const renewed = withBeninsNewDigits(number);
  return renewed?.isPossible() ? renewed.number : undefined;
}

/** Since 30 November 2024 Benin writes `01` before every old eight-digit number. */
function withBeninsNewDigits(number: PhoneNumber): PhoneNumber | undefined {
  const { countryCallingCode: code, nationalNumber: digits } = number;
  if (code !== "229" || digits.length !== beninsOldDigits) return number;
  return parsePhoneNumberFromString(`+${code}01${digits}`, { extract: false });
}
