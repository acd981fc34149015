import type { AccountId } from "@sanu/kernel";
import type { IdempotencyScope } from "@sanu/platform";

/** The routes whose clients may name a request; the scopes of their keys end with them. */
export const keyedRoutes = {
  order: "POST /api/v1/transactions/create",
  quote: "POST /api/v1/quotes",
  standingOrder: "POST /api/v1/orders",
} as const;

/** A person's key for one of her requests, which the gateway has hashed. */
export function idempotencyScope(
  route: keyof typeof keyedRoutes,
  accountId: AccountId,
  key: string,
): IdempotencyScope {
  return { scope: `${accountId} ${keyedRoutes[route]}`, key };
}
