import { Counter } from "prom-client";
import type { Logger } from "../logger/index.ts";
import type { SeriesRegistry } from "./expose.ts";

/** Those that identity may have. */
export const identitySecurityEvents = [
  "login-succeeded",
  "login-failed",
  "code-requested",
  "code-proved",
  "code-failed",
  "password-reset",
  "own-password-failed",
  "second-factor-proved",
  "second-factor-failed",
  "second-factor-changed",
  "recovery-code-used",
  "api-key-used",
  "api-key-refused",
  "access-refused",
] as const;

/** What somebody who watches for attacks wants to see, each with an alarm for a flood of it. */
export const securityEvents = [
  ...identitySecurityEvents,
  "request-throttled",
  "token-refused",
  "staff-acted",
  "staff-act-unproven",
] as const;
export type SecurityEventName = (typeof securityEvents)[number];

/** Ids and a keyed hash of the address: nothing that names a person. */
export interface SecurityEvent {
  readonly event: SecurityEventName;
  readonly accountId?: string | null | undefined;
  readonly network?: string;
  readonly operation?: string;
  readonly correlationId?: string;
}

export type SecurityTrail = (event: SecurityEvent) => void;

export function securityMetrics(registry: SeriesRegistry) {
  const events = new Counter({
    name: "sanu_security_events_total",
    help: "Security events, by what happened.",
    labelNames: ["event"],
    registers: [registry],
  });
  return { count: (event: SecurityEventName, times = 1) => events.inc({ event }, times) };
}

/** A line of the log and a count for each event; those that this service may have are there from the start, with none. */
export function createSecurityTrail(
  options: {
    readonly logger: Pick<Logger, "info">;
    readonly metrics: { readonly security: ReturnType<typeof securityMetrics> };
  },
  own: readonly SecurityEventName[],
): SecurityTrail {
  const { logger, metrics } = options;
  for (const event of own) metrics.security.count(event, 0);
  return ({ event, ...about }) => {
    metrics.security.count(event);
    logger.info({ securityEvent: event, ...about }, "security event");
  };
}
