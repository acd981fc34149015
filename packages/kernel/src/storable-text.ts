/** No NUL and no half of a surrogate pair: Postgres stores neither, and looks for neither. */
export function isStorableText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
