import { createHash } from "node:crypto";
import type { AccountId } from "@sanu/kernel";
import type { IdempotencyScope } from "@sanu/platform";

/** The routes whose clients may name a request; the scopes of their keys end with them. */
export const keyedRoutes = {
  order: "POST /api/v1/transactions/create",
  quote: "POST /api/v1/quotes",
  standingOrder: "POST /api/v1/orders",
} as const;

/**
 * A person's key for one of her requests, as it is stored: a hash. A gateway of before keys were hashed sends what the
 * client wrote, while it is replaced; one key must not become two orders then.
 */
export function idempotencyScope(
  route: keyof typeof keyedRoutes,
  accountId: AccountId,
  sent: string,
): IdempotencyScope {
  const isHash = /^[0-9a-f]{64}$/.test(sent);
  const key = isHash ? sent : createHash("sha256").update(sent).digest("hex");
  return { scope: `${accountId} ${keyedRoutes[route]}`, key };
}
