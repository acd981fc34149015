import { databaseLimits as limits } from "./limits.ts";

/** Keys whose members go alone for now. Where there are too many of them to be remembered, all do. */
export function createKeysApart() {
  const untilMs = new Map<string, number>();
  const expire = (): void => {
    const nowMs = performance.now();
    for (const [key, until] of untilMs) {
      // In the order in which they end.
      if (until > nowMs) return;
      untilMs.delete(key);
    }
  };
  return {
    has: (key: string): boolean => {
      if (untilMs.size === 0) return false;
      expire();
      return untilMs.size >= limits.groupKeysApartMax || untilMs.has(key);
    },
    add: (key: string): void => {
      expire();
      untilMs.delete(key);
      if (untilMs.size < limits.groupKeysApartMax) {
        untilMs.set(key, performance.now() + limits.groupApartMs);
      }
    },
  };
}
