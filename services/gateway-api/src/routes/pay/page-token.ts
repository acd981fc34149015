/** At least 128 random bits in base64url or hexadecimal; anything else reaches no service. */
export const pageTokenShape = /^[\w-]{16,64}$/;

export function isPageToken(text: string): boolean {
  return pageTokenShape.test(text);
}
