import { instant } from "@sanu/kernel";
import type { ProviderResponse } from "./provider-http.ts";

/** The merchant's key of the orders in the samples. */
export const key = "a19d1a91-37d7-4f5e-b1f7-63ed04ea5b6a";

/** The provider's clock in the samples. */
export const statedAt = instant("2026-11-21T08:00:00.000000Z");

export function response(status: number, json: unknown): ProviderResponse {
  return { kind: "response", status, json, isEmpty: false, statedAt };
}

/** No body at all. */
export function emptyResponse(status: number): ProviderResponse {
  return { kind: "response", status, json: undefined, isEmpty: true, statedAt };
}

export type NamedResponse = readonly [what: string, response: ProviderResponse];

/** Responses that say neither yes nor no, whatever was called and whoever the provider is. */
export const emptyResponses: readonly NamedResponse[] = [
  ["nothing within the time-out", { kind: "no-response", cause: "no-response" }],
  ["a lost connection", { kind: "no-response", cause: "connection-lost" }],
  ["500", response(500, { code: "internal" })],
  ["502 of something in between", response(502, undefined)],
  ["503", response(503, { code: "maintenance" })],
  ["504 of something in between", response(504, undefined)],
  ["429", response(429, { code: "too-many-requests" })],
  ["429 without a body", response(429, {})],
  ["401", response(401, { code: "unauthenticated" })],
  ["403", response(403, { code: "forbidden" })],
  ["a page", response(200, undefined)],
  ["a page with 201", response(201, undefined)],
  ["an empty object", response(200, {})],
  ["an empty 201", response(201, {})],
  ["an empty 409", response(409, {})],
  ["a 404 that is not the provider's", response(404, undefined)],
  ["a 400 nobody documented", response(400, { code: "invalid-request" })],
  ["a 422 with another code", response(422, { code: "try-later" })],
  ["a redirect", response(302, undefined)],
];
