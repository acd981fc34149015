import { z } from "zod";
import { ClockUncertainError } from "../clock/database-clock.ts";
import { isDatabaseAway } from "../database/errors.ts";
import { GateClosedError } from "../event-store/gate.ts";
import { reactionLimits } from "./limits.ts";

export class PeerUnavailableError extends Error {
  override readonly name = "PeerUnavailableError";
}

/**
 * `away`: our own database is, the service is closed, or its clock uncertain. `peer-unavailable`: a peer is; neither is the fact's fault.
 * `deterministic`: the same fact will fail in the same way again. `transient`: it may work next time.
 * `schema-differs`: this release and the database's schema do not fit, as between a migration and its services.
 */
export type Failure =
  | "away"
  | "peer-unavailable"
  | "deterministic"
  | "schema-differs"
  | "transient";

const deterministicClasses = /^(22|23)/;
const schemaClass = /^42/;

const bugs = [z.ZodError, TypeError, RangeError, SyntaxError, ReferenceError] as const;

export function failureOf(error: unknown): Failure {
  if (error instanceof GateClosedError || error instanceof ClockUncertainError) return "away";
  if (isDatabaseAway(error)) return "away";
  if (error instanceof PeerUnavailableError) return "peer-unavailable";
  if (bugs.some((kind) => error instanceof kind)) return "deterministic";
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : "";
  if (typeof code !== "string") return "transient";
  if (schemaClass.test(code)) return "schema-differs";
  return deterministicClasses.test(code) ? "deterministic" : "transient";
}

/** The reason that is stored with a parked fact: what failed, without the values it failed on. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : "an unknown reason";
  return storable(text).slice(0, reactionLimits.reasonLettersMax);
}

/** Postgres stores every character but this one. */
export function storable(text: string): string {
  return text.replaceAll("\0", "");
}
