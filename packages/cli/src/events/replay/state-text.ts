/** A state as JSON for people: amounts as texts, maps as objects, sets as lists. */
export function stateText(state: unknown): string {
  return JSON.stringify(
    state,
    (_key, value: unknown) => {
      if (typeof value === "bigint") return value.toString();
      if (value instanceof Map) return Object.fromEntries(value as ReadonlyMap<string, unknown>);
      return value instanceof Set ? [...(value as ReadonlySet<unknown>)] : value;
    },
    2,
  );
}
