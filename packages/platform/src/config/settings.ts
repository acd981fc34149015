import { z } from "zod";
import { secret } from "./secret.ts";

/** `development`, `staging` or `production`; development behaves as staging. */
export const SanuEnvironment = z.enum(["development", "staging", "production"]);
export type SanuEnvironment = z.infer<typeof SanuEnvironment>;

export const LogLevel = z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]);
export type LogLevel = z.infer<typeof LogLevel>;

/** Both bounds included. */
export function wholeSetting(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^-?\d{1,15}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, {
      error: `must be between ${minimum} and ${maximum}`,
    });
}

/** A part of one, such as 0.1. */
export const ShareSetting = z
  .string()
  .regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/, "must be a share between 0 and 1")
  .transform(Number);

export const PortSetting = wholeSetting(0, 65_535);

export const SecretSetting = z.string().min(1).transform(secret);

/** A URL whose scheme is one of those given, for example `"https:"`; stays a text. */
export function urlSetting(...schemes: readonly string[]) {
  return z.string().refine((text) => hasScheme(text, schemes), {
    error: `must be a URL that begins with ${schemes.map((scheme) => `${scheme}//`).join(" or ")}`,
  });
}

/** A URL that carries a password (database, SMTP) → `Secret`. */
export function secretUrlSetting(...schemes: readonly string[]) {
  return urlSetting(...schemes).transform(secret);
}

function hasScheme(text: string, schemes: readonly string[]): boolean {
  return URL.canParse(text) && schemes.includes(new URL(text).protocol);
}

export const TimeZoneSetting = z
  .string()
  .refine(isTimeZone, { error: "must be an IANA time zone" });

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
