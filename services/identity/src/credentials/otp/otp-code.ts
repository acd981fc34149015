import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { AccountId } from "@sanu/kernel";
import type { Secret } from "@sanu/platform";
import type { OtpPurpose } from "../../database/otp-purpose.ts";
import { otpLimits } from "./otp-limits.ts";

const linkCodeShape = /^[\w-]{43}$/;

/** What a code is bound to: it opens this account for this purpose and nothing else. */
export interface OtpBinding {
  readonly accountId: AccountId;
  readonly purpose: OtpPurpose;
}

/** A new code of six digits, each of the million equally likely (CSPRNG, without modulo bias). */
export function newOtpCode(): string {
  return String(randomInt(0, 10 ** otpLimits.digits)).padStart(otpLimits.digits, "0");
}

/**
 * The form in which a code is stored: HMAC-SHA-256 under the pepper, which is not in the database. A plain
 * hash of a million possible codes would be reversed in a moment.
 */
export function hmacOfCode(pepper: Secret, binding: OtpBinding, code: string): Buffer {
  const bound = [binding.accountId, binding.purpose, code].join("|");
  return createHmac("sha256", pepper.reveal()).update(bound).digest();
}

/**
 * The long code of the link in the mail: nobody guesses it, so no guess of others keeps its owner out. It opens something
 * only together with the device that asked, or somebody could be sent a link that opens what another one asked for.
 */
export function linkCodeOf(pepper: Secret, otpId: string): string {
  return createHmac("sha256", pepper.reveal()).update(`link|${otpId}`).digest("base64url");
}

export function isLinkCode(code: string): boolean {
  return linkCodeShape.test(code);
}

export function isSameHmac(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
