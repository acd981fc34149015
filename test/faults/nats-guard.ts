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
export function guardText({ namespace, password }: NatsGuard): string {
  const quoted = JSON.stringify(password);
  const text = natsAuthorization(namespace, () => quoted);
  return text.replace("users = [", `users = [\n    { user: ${checkerName}, password: ${quoted} }`);
}
