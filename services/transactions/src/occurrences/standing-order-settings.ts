import { wholeSetting } from "@sanu/platform";
import { z } from "zod";
import type { StandingOrderTerms } from "./deps.ts";

const HOUR_MS = 3_600_000;

export const standingOrderSettings = {
  /** Of one account, placed and not ended. */
  STANDING_ORDERS_MAX: wholeSetting(0, 10_000).default(20),
  /** In all its life: each is two events of its stream. */
  STANDING_ORDER_RESUMES_MAX: wholeSetting(1, 10_000).default(100),
  /** How late a moment may still order; below a day, so that no moment is overtaken by the next. */
  STANDING_ORDER_WINDOW_MS: wholeSetting(1_000, 23 * HOUR_MS).default(6 * HOUR_MS),
  /** Between two tries of what was refused for a reason that passes. */
  STANDING_ORDER_RETRY_MS: wholeSetting(100, HOUR_MS).default(300_000),
  /** So many failures in a row end an order. */
  STANDING_ORDER_FAILURES_MAX: wholeSetting(1, 100).default(3),
};

const settings = z.object(standingOrderSettings);

export function standingOrderTermsOf(env: z.infer<typeof settings>): StandingOrderTerms {
  return {
    openMax: env.STANDING_ORDERS_MAX,
    resumesMax: env.STANDING_ORDER_RESUMES_MAX,
    windowMs: env.STANDING_ORDER_WINDOW_MS,
    retryMs: env.STANDING_ORDER_RETRY_MS,
    failuresMax: env.STANDING_ORDER_FAILURES_MAX,
  };
}
