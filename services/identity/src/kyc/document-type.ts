export type DocumentType = "image/jpeg" | "image/png" | "application/pdf";

/** How each begins: JPEG (ISO/IEC 10918-1 B.1.1), PNG (W3C PNG 5.2), PDF (ISO 32000-1 7.5.2). */
const signatures: readonly (readonly [DocumentType, readonly number[]])[] = [
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["application/pdf", [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

/** What a document is by its first bytes, whatever its name and its sender say; `undefined` for all else. */
export function documentTypeOf(first: Uint8Array): DocumentType | undefined {
  const found = signatures.find(([, bytes]) => bytes.every((byte, at) => first[at] === byte));
  return found?.[0];
}
