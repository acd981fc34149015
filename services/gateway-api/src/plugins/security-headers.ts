import type { FastifyInstance } from "fastify";

/** For responses that no browser shows. */
const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** For our own pages: scripts, styles and requests of our own, nothing from elsewhere, in nobody's frame. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** For the page of Swagger UI, which writes styles into its elements. */
export const docsPolicy = pagePolicy.replace(
  "style-src 'self'",
  "style-src 'self' 'unsafe-inline'",
);

const transportYearSeconds = 31_536_000;

/**
 * The security headers of every response, those that @fastify/helmet would set. They are put together once:
 * helmet puts them together again for each request, which costs more than parsing it.
 */
export function securityHeadersOf(publicUrl: string): Readonly<Record<string, string>> {
  return {
    "content-security-policy": apiPolicy,
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-dns-prefetch-control": "off",
    "x-frame-options": "DENY",
    "x-permitted-cross-domain-policies": "none",
    "x-xss-protection": "0",
    ...(publicUrl.startsWith("https:")
      ? { "strict-transport-security": `max-age=${transportYearSeconds}; includeSubDomains` }
      : {}),
  };
}

export function setSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const headers = securityHeadersOf(publicUrl);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers({ ...headers, "x-request-id": request.id });
    done();
  });
}
