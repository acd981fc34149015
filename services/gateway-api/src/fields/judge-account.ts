import { CountryCode } from "@sanu/contracts";
import { isTooCommon } from "@sanu/contracts/too-common";
import { readWhatsapp } from "@sanu/rails/whatsapp";
import { fieldLimits } from "../limits.ts";
import { brokenOf, type Judge, textIn, type WrittenBody } from "./judge.ts";

/** A country that is not named is Benin. */
export const judgeRegistration: Judge = (body) =>
  brokenOf({ whatsapp: whatsappRule(body, ["BJ"]), password: passwordRule(body) });

export const judgeNewPassword: Judge = (body) => brokenOf({ password: passwordRule(body) });

export const judgeWaiting: Judge = (body) => brokenOf({ whatsapp: whatsappRule(body, [null]) });

/** Where nobody says whose number it is, it may be one of any country. */
export const judgeAccountChange: Judge = (body, country) =>
  brokenOf({ whatsapp: whatsappRule(body, [countryNamed(country) ?? CountryCode.options].flat()) });

function whatsappRule(body: WrittenBody, otherwise: readonly (CountryCode | null)[]) {
  const text = textIn(body, "whatsapp");
  if (text === undefined) return undefined;
  const countries = [countryNamed(body["country"]) ?? otherwise].flat();
  const isNumber = countries.some((country) => readWhatsapp(text, country) !== undefined);
  return isNumber ? undefined : "invalid-phone-number";
}

function countryNamed(code: unknown): CountryCode | null {
  return CountryCode.safeParse(code).data ?? null;
}

/** Of texts that are longer than any of ours nothing is compared. */
function passwordRule(body: WrittenBody) {
  const password = textIn(body, "password");
  if (password === undefined || password.length > fieldLimits.passwordLettersMax) return undefined;
  const words = ["email", "name"].flatMap((field) => textIn(body, field)?.trim() ?? []);
  return isTooCommon(password, words) ? "too-common" : undefined;
}
