export interface LimitState {
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/**
 * `RateLimit-Policy: "login";q=30;w=3600` and `RateLimit: "login";r=29;t=3600`, one member for each limit
 * (draft-ietf-httpapi-ratelimit-headers-10).
 */
export function rateLimitHeaders(limits: readonly LimitState[]): Readonly<Record<string, string>> {
  const policies = limits.map((each) => `"${each.name}";q=${each.quota};w=${each.windowSeconds}`);
  const states = limits.map((each) => `"${each.name}";r=${each.remaining};t=${each.resetSeconds}`);
  return { "ratelimit-policy": policies.join(", "), ratelimit: states.join(", ") };
}
