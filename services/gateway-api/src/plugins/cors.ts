import { fastifyCors } from "@fastify/cors";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Lets pages of these origins use the API, `*` for every origin. */
export async function allowOrigins(
  app: FastifyInstance,
  origins: readonly (string | RegExp)[],
): Promise<void> {
  if (origins.length === 0) return;
  const terms = {
    origin: origins.includes("*") ? "*" : [...origins],
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH"],
    exposedHeaders: [
      "X-Request-Id",
      "Idempotent-Replayed",
      "Retry-After",
      "RateLimit",
      "RateLimit-Policy",
      "Sanu-Device",
    ],
    maxAge: 600,
  };
  await app.register(fastifyCors, {
    delegator: (request, done) => done(null, { ...terms, preflight: isPreflight(request) }),
  });
}

/** What a browser asks before it sends (Fetch, 4.8); any other OPTIONS is a method that no path has. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return (
    method === "OPTIONS" &&
    headers.origin !== undefined &&
    headers["access-control-request-method"] !== undefined
  );
}
