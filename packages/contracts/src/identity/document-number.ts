/**
 * A document's number as its machine-readable zone writes it (ICAO 9303): capital letters of the Latin alphabet and digits, without
 * what separates them. `undefined` with any other letter, which only looks like one of these.
 */
export function plainDocumentNumber(given: string): string | undefined {
  const plain = given
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");
  return /^[0-9A-Z]+$/.test(plain) ? plain : undefined;
}
