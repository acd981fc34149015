import { type PublishingService, publishingServices } from "@sanu/contracts";
import { eventually } from "../eventually.ts";
import { startService } from "../start-service.ts";
import type { Environment, Program, ProgramOverrides, Programs } from "./programs.ts";

export type ProgramName = PublishingService | "gateway";

/** What a service says of itself. */
export interface Readiness {
  readonly isReady: boolean;
  /** By the name of the check: `ok`, or the reason why not. */
  readonly checks: Readonly<Record<string, string>>;
}

/** The services of a world, each of which can be stopped and started again while the others go on. */
export interface RunningPrograms {
  readonly stop: (name: ProgramName) => Promise<void>;
  /** Composes a service anew, with other settings where given, and starts it; it may not be ready yet. */
  readonly start: (name: ProgramName, settings?: Environment) => Promise<void>;
  /** Asks a running service over its health port. */
  readonly readiness: (name: ProgramName) => Promise<Readiness>;
  readonly stopAll: () => Promise<void>;
}

/** Composes and starts all five services; resolves when all of them are ready. */
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
  await Promise.all(names.map((name) => startService(() => compose(name))));
  const readiness = async (name: ProgramName): Promise<Readiness> => {
    const program = running.get(name);
    if (program === undefined) throw new Error(`${name} does not run`);
    return readReadiness(program);
  };
  await eventually("all services are ready", async () => {
    const responses = await Promise.all(names.map(readiness));
    return responses.every(({ isReady }) => isReady);
  });
  return {
    stop,
    readiness,
    async start(name, settings) {
      await startService(() => compose(name, settings));
    },
    async stopAll() {
      for (const name of names.toReversed()) await stop(name);
    },
  };
}

async function readReadiness(program: Program): Promise<Readiness> {
  const response = await fetch(`http://127.0.0.1:${program.healthPort()}/readyz`);
  const body = (await response.json()) as { readonly checks: Readiness["checks"] };
  return { isReady: response.status === 200, checks: body.checks };
}
