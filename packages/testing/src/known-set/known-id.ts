/** A UUID of version 7 that is the same for the same numbers. */
export function knownId<Id extends string = string>(number: number, kind: number): Id {
  const hex = number.toString(16).padStart(12, "0");
  const text = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${kind.toString(16).padStart(12, "0")}`;
  return text as Id;
}
