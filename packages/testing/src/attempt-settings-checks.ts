import { expect } from "vitest";

type Environment = Readonly<Record<string, string>>;

interface SettingsCheck {
  readonly title: string;
  readonly run: (read: (environment: Environment) => unknown, given: Environment) => void;
}

/** What the settings promise of every service that carries out attempts. */
export const attemptSettingsChecks: readonly SettingsCheck[] = [
  {
    title: "takes how many attempts one process carries out at once",
    run(read, given) {
      expect(read({ ...given, ATTEMPTS_AT_ONCE_MAX: "3" })).toMatchObject({
        attemptTimes: { concurrencyMax: 3 },
      });
      expect(() => read({ ...given, ATTEMPTS_AT_ONCE_MAX: "0" })).toThrow(/ATTEMPTS_AT_ONCE_MAX/);
    },
  },
  {
    title: "takes no lease in which a call could still be under way at its end",
    run(read, given) {
      const timings = { PROVIDER_TIMEOUT_MS: "2000", ATTEMPT_LEASE_MS: "4000" };
      expect(read({ ...given, ...timings })).toMatchObject({ attemptTimes: { leaseMs: 4_000 } });
      expect(() => read({ ...given, ...timings, ATTEMPT_LEASE_MS: "3000" })).toThrow(
        /ATTEMPT_LEASE_MS/,
      );
    },
  },
];
