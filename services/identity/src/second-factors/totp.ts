import { epochMsOf, type Instant } from "@sanu/kernel";
import { Secret, TOTP } from "otpauth";
import { secondFactorLimits } from "./second-factor-limits.ts";

const { digits, periodSeconds, stepsAround, secretBytes } = secondFactorLimits.totp;

export function makeTotpSecret(): Uint8Array {
  return new Secret({ size: secretBytes }).bytes;
}

/** What an authenticator app is given: as text, and as the URI of a QR code. */
export function totpKeyOf(secret: Uint8Array, label: string) {
  const totp = totpOf(secret, { label });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step (RFC 6238) whose code this is, of the present one and those beside it; `undefined` for none. */
export function findTotpStep(secret: Uint8Array, code: string, at: Instant): number | undefined {
  const timestamp = epochMsOf(at);
  const delta = totpOf(secret).validate({ token: code, timestamp, window: stepsAround });
  return delta === null ? undefined : totpStepOf(at) + delta;
}

export function totpStepOf(at: Instant): number {
  return Math.floor(epochMsOf(at) / (periodSeconds * 1_000));
}

/** The code that an authenticator app shows at a moment. */
export function totpCodeOf(secret: Uint8Array, at: Instant): string {
  return totpOf(secret).generate({ timestamp: epochMsOf(at) });
}

/** HMAC-SHA-1, six digits, 30 s: what every app can do. */
function totpOf(bytes: Uint8Array, { label = "" } = {}): TOTP {
  const { buffer } = Uint8Array.from(bytes);
  const secret = new Secret({ buffer });
  return new TOTP({ issuer: "Sanu", label, secret, digits, period: periodSeconds });
}
