import { type PublishingService, publishingServices } from "@sanu/contracts";
import type { Environment, Program, ProgramOverrides, Programs } from "./programs.ts";

export type ProgramName = PublishingService | "gateway";

/** The services of a world, each of which can be stopped and started again while the others go on. */
export interface RunningPrograms {
  readonly stop: (name: ProgramName) => Promise<void>;
  /** Composes a service anew, with other settings where given, and starts it. */
  readonly start: (name: ProgramName, settings?: Environment) => Promise<void>;
  readonly stopAll: () => Promise<void>;
}

/** Composes and starts all five services. */
export async function runPrograms(
  programs: Programs,
  environment: Environment,
  overrides: ProgramOverrides,
): Promise<RunningPrograms> {
  const running = new Map<ProgramName, Program>();
  const compose = async (name: ProgramName, settings: Environment = {}): Promise<Program> => {
    const program = await programs[name].compose({ ...environment, ...settings }, overrides);
    running.set(name, program);
    return program;
  };
  const stop = async (name: ProgramName): Promise<void> => {
    const program = running.get(name);
    running.delete(name);
    await program?.stop();
  };
  const names: readonly ProgramName[] = [...publishingServices, "gateway"];
  for (const name of names) await compose(name);
  await Promise.all([...running.values()].map((program) => program.start()));
  return {
    stop,
    async start(name, settings) {
      const program = await compose(name, settings);
      await program.start();
    },
    async stopAll() {
      for (const name of names.toReversed()) await stop(name);
    },
  };
}
