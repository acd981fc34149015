import { randomBytes, randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";

/** A token ends after so many calls, so that every test that makes many meets its end: more than are made at once. */
const callsOfToken = 100;

export type Product = "collection" | "disbursement";

/** The keys of one product, and the tokens that it has given out. */
export function createProductAccess(product: Product) {
  const secret = () => randomBytes(16).toString("hex");
  const [subscriptionKey, apiUser, apiKey] = [secret(), randomUUID(), secret()];
  const basic = `Basic ${Buffer.from(`${apiUser}:${apiKey}`).toString("base64")}`;
  const callsLeft = new Map<string, number>();
  const prefix = `MTN_MOMO_${product.toUpperCase()}`;
  return {
    settings: {
      [`${prefix}_SUBSCRIPTION_KEY`]: subscriptionKey,
      [`${prefix}_API_USER`]: apiUser,
      [`${prefix}_API_KEY`]: apiKey,
    },
    giveToken(): string {
      const token = randomBytes(24).toString("base64url");
      callsLeft.set(token, callsOfToken);
      return token;
    },
    admits({ url, headers }: FastifyRequest): boolean {
      if (headers["ocp-apim-subscription-key"] !== subscriptionKey) return false;
      const { authorization = "" } = headers;
      if (url === `/${product}/token/`) return authorization === basic;
      const token = authorization.replace(/^Bearer /, "");
      const left = callsLeft.get(token) ?? 0;
      callsLeft.set(token, left - 1);
      return left > 0;
    },
  };
}
