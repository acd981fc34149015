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
export const securityHeaders: Readonly<Record<string, string>> = {
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
};

/** `https` from now on, for this name and those below it (RFC 6797). */
const transportSecurity = `max-age=${transportYearSeconds}; includeSubDomains`;

/** `httpsOnlyName`: the one that browsers are told to ask over HTTPS alone; any other one may have neighbours that speak HTTP. */
export function setSecurityHeaders(app: FastifyInstance, httpsOnlyName: string | undefined): void {
  const ofName = { ...securityHeaders, "strict-transport-security": transportSecurity };
  app.addHook("onRequest", (request, reply, done) => {
    const isNamed = httpsOnlyName !== undefined && request.hostname === httpsOnlyName;
    reply.headers({ ...(isNamed ? ofName : securityHeaders), "x-request-id": request.id });
    done();
  });
}
