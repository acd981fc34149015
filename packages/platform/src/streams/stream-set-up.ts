import type { Namespace, ReactionGroupDefinition } from "@sanu/contracts";
import type { Secret } from "../config/secret.ts";

export interface StreamSetUp {
  readonly url: string;
  /** By default `streams`. */
  readonly user?: string | undefined;
  readonly password?: Secret | undefined;
  readonly namespace: Namespace;
  /** One in development, three in production. */
  readonly replicas: number;
  readonly groups?: readonly ReactionGroupDefinition[];
}
