import type { Clock } from "@sanu/kernel";
import type { Logger, Migrations } from "@sanu/platform";

export type Environment = Readonly<Record<string, string>>;

/** What a world replaces in every service it composes. */
export interface ProgramOverrides {
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A service as a world runs it. */
export interface Program {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<unknown>;
  /** The port of health and metrics; 0 before the start. */
  readonly healthPort: () => number;
}

/** A service with a log: how its database is made, and how it is composed from its settings. */
export interface LogProgram {
  readonly migrations: Migrations;
  readonly compose: (environment: Environment, overrides: ProgramOverrides) => Promise<Program>;
}

/** The five services. A package may not import them, so whoever starts a world brings them along. */
export interface Programs {
  readonly identity: LogProgram;
  readonly transactions: LogProgram;
  readonly payments: LogProgram;
  readonly payouts: LogProgram;
  readonly gateway: {
    readonly compose: (
      environment: Environment,
      overrides: ProgramOverrides,
    ) => Promise<Program & { readonly url: () => string }>;
  };
}
