import type { PublishingService } from "@sanu/contracts";
import { type Environment, type ProgramName, roomyLimits } from "@sanu/local-stack";
import type { AttemptTimings } from "@sanu/platform";
import { movedUrl } from "../clock/database-clocks.ts";

/** The settings of every program, as the system that goes on with the set has them. */
export type EnvironmentOf = (name: ProgramName) => Environment;

const dayMs = "86400000";

/**
 * What differs while months pass in minutes. A price and a float are asked for more often, and count for the night that the
 * clock leaps over; nobody is a stranger who asks too often; and customers are told by their id, for tokens end within an hour.
 */
const hurriedSettings: Environment = {
  ...roomyLimits,
  LOG_LEVEL: "warn",
  STAGING_USER_ID: "on",
  GATEWAY_HOST: "127.0.0.1",
  GATEWAY_TLS: "off",
  GATEWAY_DRAIN_PAUSE_MS: "0",
  RATE_SOURCE: "sandbox",
  RATE_POLL_MS: "1000",
  RATE_STALE_AFTER_MS: dayMs,
  SANDBOX_MOVES_BASIS_POINTS: "0",
  SANDBOX_DRIFT_BASIS_POINTS: "900",
  // What is tried again is tried with the next step, however long this one takes.
  SEND_RETRY_PAUSE_MS: "45000",
  SEND_ATTEMPTS_MAX: "2",
  // What a wallet refuses is for the staff at once.
  REFUND_ATTEMPTS_MAX: "1",
  FLOAT_POLL_MS: "2000",
  FLOAT_REPORT_MS: "1000",
  FLOAT_STALE_AFTER_MS: dayMs,
  // Each comparison reads three days again, and hours pass in a second.
  STATEMENT_EVERY_MS: dayMs,
};

/** Shorter than the window of an order, and longer than anybody in a set takes to pay. */
const laterThanPaidMs = 840_000;

/**
 * The providers of a set call back, and never change their word: they are asked about an order that nobody has paid, and not about
 * every order before and behind its end. Those questions took as long as the orders themselves.
 */
export const hurriedTimings: AttemptTimings = {
  limits: { lateStatusChecksForMs: 0 },
  limitsOfKind: {
    collection: {
      statusCheckAcceptedFirstMs: laterThanPaidMs,
      statusCheckWantedMostMs: laterThanPaidMs,
    },
  },
};

/** A service's own, with the seed of the set and its database's moved clock. */
export function settingsOf(
  service: PublishingService | "gateway-api",
  { environmentOf, seed }: { readonly environmentOf: EnvironmentOf; readonly seed: number },
): Environment {
  const own = environmentOf(service);
  const name = `${service.toUpperCase()}_DATABASE_URL`;
  const url = own[name];
  return {
    ...own,
    ...hurriedSettings,
    SANDBOX_SEED: String(seed),
    ...(url === undefined ? {} : { [name]: movedUrl(url) }),
  };
}

/** Where a service's database is, for who moves its clock. */
export function databaseUrlOf(service: PublishingService, environmentOf: EnvironmentOf): string {
  const url = environmentOf(service)[`${service.toUpperCase()}_DATABASE_URL`];
  if (url === undefined) throw new Error(`Nobody says where the database of ${service} is`);
  return url;
}
