/**
 * The one form in which an address is stored and looked up. Mail systems treat capitals alike in practice;
 * two accounts that differ in them only would belong to one person, or to one person and an impostor.
 */
export function canonicalEmail(text: string): string {
  return text.trim().normalize("NFC").toLowerCase();
}
