import type { Namespace, ReactionGroupDefinition } from "@sanu/contracts";
import type { Secret } from "../config/secret.ts";

export interface StreamSetUp {
  readonly url: string;
  /** By default `streams`. */
  readonly user?: string | undefined;
  readonly password?: Secret | undefined;
  readonly namespace: Namespace;
  /** Copies of each stream: one in development, three in production. Without it, those that are there. */
  readonly replicas?: number | undefined;
  /** Where a stream has more copies than `replicas`, they go; otherwise nothing is changed at all. */
  readonly mayTakeCopiesAway?: boolean | undefined;
  readonly groups?: readonly ReactionGroupDefinition[];
}
