import { refuse } from "@sanu/platform";

/** What is said where a count is used up; the gateway makes the header `Retry-After` of the seconds. */
export function refuseTooMany(retryAfterSeconds: number) {
  return refuse("too-many-requests", { retryAfterSeconds: String(retryAfterSeconds) });
}
