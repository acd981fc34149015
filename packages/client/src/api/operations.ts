// Written by `npm run generate` from docs/openapi.json.

/** A repeated request of these is the same one, by its `Idempotency-Key`. */
export const keyedOperations: readonly string[] = [
  "POST /kyc",
  "POST /api-keys",
  "POST /api-keys/{id}/rotate",
  "POST /waitlist/create",
  "POST /quotes",
  "POST /transactions/create",
  "POST /orders",
];

/** Nobody has to be logged in for these. */
export const openOperations: readonly string[] = [
  "POST /auth/register",
  "POST /auth/verify-otp",
  "POST /auth/login",
  "POST /auth/regenerate-otp",
  "POST /auth/reactivate",
  "POST /auth/password/reset-request",
  "POST /auth/password/reset",
  "POST /waitlist/create",
  "GET /rates",
  "GET /rates/history",
];
