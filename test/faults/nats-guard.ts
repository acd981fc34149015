import { randomBytes } from "node:crypto";
import { type Namespace, natsAuthorization } from "@sanu/contracts";
import { testNamespace } from "@sanu/testing";

/** Whom a server of NATS lets in: the users of one system, with one password, and the checker. */
export interface NatsGuard {
  readonly namespace: Namespace;
  readonly password: string;
}

/** Reads everything, streams among it, and is no user of the system. */
export const checkerName = "checker";

export function newGuard(): NatsGuard {
  return { namespace: testNamespace(), password: randomBytes(16).toString("hex") };
}

/** The `authorization` block. */
export function guardText(guard: NatsGuard): string {
  return guardedBy(
    guard,
    natsAuthorization(guard.namespace, () => "$NATS_PASSWORD"),
  );
}

/** A block that names its passwords by variables, with the one of this guard for all of them, and the checker. */
export function guardedBy({ password }: NatsGuard, text: string): string {
  const quoted = JSON.stringify(password);
  return text
    .replaceAll(/\$\w*NATS_PASSWORD\w*/g, quoted)
    .replace("users = [", `users = [\n    { user: ${checkerName}, password: ${quoted} }`);
}
