/** What `Retry-After` asks for, in seconds or as a date (RFC 9110, 10.2.3); `undefined` where it says nothing. */
export function retryAfterMsOf(headers: Pick<Headers, "get">, nowMs: number): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
