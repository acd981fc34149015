import { createHmac, randomBytes } from "node:crypto";
import type { SecurityEventName, SecurityTrail } from "@sanu/platform";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isStaffAccess } from "../auth/roles.ts";
import { countedAddressOf } from "../throttle/client-address.ts";

export const gatewaySecurityEvents: readonly SecurityEventName[] = [
  "request-throttled",
  "token-refused",
  "access-refused",
  "staff-acted",
];

const keyBytes = 32;
const hashBytes = 16;

/** Tells of every response what somebody who watches for attacks wants to see. Addresses are hashed under a key of this process. */
export function trailResponses(app: FastifyInstance, trail: SecurityTrail): void {
  const key = randomBytes(keyBytes);
  const networkOf = (request: FastifyRequest): string => {
    const hmac = createHmac("sha256", key).update(countedAddressOf(request.ip)).digest();
    return hmac.subarray(0, hashBytes).toString("base64url");
  };
  app.addHook("onResponse", (request, reply, done) => {
    const event = securityEventOf(request, reply);
    if (event !== undefined) {
      trail({
        event,
        accountId: request.principal?.accountId,
        network: networkOf(request),
        operation: `${request.method} ${request.routeOptions.url ?? "unknown"}`,
        correlationId: request.id,
      });
    }
    done();
  });
}

function securityEventOf(
  { method, routeOptions }: FastifyRequest,
  { statusCode }: FastifyReply,
): SecurityEventName | undefined {
  const { access } = routeOptions.config;
  if (statusCode === 429) return "request-throttled";
  if (access === "everybody") return undefined;
  if (statusCode === 401) return "token-refused";
  if (statusCode === 403) return "access-refused";
  const isAct = method !== "GET" && method !== "HEAD" && statusCode < 400;
  return isAct && isStaffAccess(access) ? "staff-acted" : undefined;
}
