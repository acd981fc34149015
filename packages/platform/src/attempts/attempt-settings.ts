import type { z } from "zod";
import { wholeSetting } from "../config/settings.ts";
import { executorLimits, isLeaseLongEnough } from "./limits.ts";

export const attemptSettings = {
  /** From the first byte of a call to the last one of the response. */
  PROVIDER_TIMEOUT_MS: wholeSetting(100, 60_000).default(8_000),
  /** Others wait so long after a crash. */
  ATTEMPT_LEASE_MS: wholeSetting(1_000, 600_000).default(executorLimits.leaseMs),
  ATTEMPTS_AT_ONCE_MAX: wholeSetting(1, 1_000).default(executorLimits.concurrencyMax),
};

type AttemptEnvironment = z.output<z.ZodObject<typeof attemptSettings>>;

export function attemptConfig(env: AttemptEnvironment) {
  return {
    providerTimeoutMs: env.PROVIDER_TIMEOUT_MS,
    attemptTimes: { leaseMs: env.ATTEMPT_LEASE_MS, concurrencyMax: env.ATTEMPTS_AT_ONCE_MAX },
  };
}

/** Whether a call ends before somebody else takes its attempt over. */
export function leaseOutlastsCall(env: AttemptEnvironment): boolean {
  return isLeaseLongEnough(env.ATTEMPT_LEASE_MS, env.PROVIDER_TIMEOUT_MS);
}

export const leaseTooShort = {
  path: ["ATTEMPT_LEASE_MS"],
  error: "must be so long that a call with PROVIDER_TIMEOUT_MS ends within it",
};
