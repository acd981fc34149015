import { fastifyCors } from "@fastify/cors";
import type { FastifyInstance } from "fastify";

/** Lets pages of these origins use the API, `*` for every origin. */
export async function allowOrigins(
  app: FastifyInstance,
  origins: readonly (string | RegExp)[],
): Promise<void> {
  if (origins.length === 0) return;
  await app.register(fastifyCors, {
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
  });
}
