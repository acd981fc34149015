import { refuse } from "@sanu/platform";

/** The gateway makes the header `Retry-After` of the seconds. */
export function refuseTooMany(retryAfterSeconds: number) {
  return refuse("too-many-requests", { retryAfterSeconds: String(retryAfterSeconds) });
}
