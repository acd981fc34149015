import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { namespace, type PublishingService, publishingServices } from "@sanu/contracts";
import { createStreamController, type StreamController } from "@sanu/platform";
import { cloneFolder } from "../folders/data-folder.ts";
import type { Program } from "../supervisor/program.ts";
import { runJob } from "../supervisor/run-job.ts";
import { runProgram, type SupervisedProgram } from "../supervisor/run-program.ts";
import { ensureCertificate } from "./certificate.ts";
import { derivedSecrets, type SecretFor } from "./derived-secrets.ts";
import type { Progress } from "./progress.ts";
import { databaseOf, ensureDatabases } from "./service-databases.ts";
import {
  type Environment,
  type EnvironmentFacts,
  environmentOf,
  operatorEnvironment,
  type ProgramName,
  programNames,
} from "./service-environment.ts";
import type { SystemPorts } from "./system-ports.ts";
import { readyUrlOf } from "./system-urls.ts";

export interface SystemOptions {
  /** For logs, secrets and the files of sandbox and gateway. */
  readonly folder: string;
  /** The administrator's URL. */
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly ports: SystemPorts;
  readonly progress: Progress;
  /** Gives up when it is aborted. */
  readonly signal?: AbortSignal;
  /** Keeps systems on one NATS apart; default: none. */
  readonly namespace?: string;
  /** Keeps systems on one Postgres apart; default: `sanu`. */
  readonly databasePrefix?: string;
  /** Called with the number of every process that is started, also again. */
  readonly onLaunch?: (name: string, pid: number) => void;
  /** Settings of single programs on top of the usual ones. */
  readonly settings?: Readonly<Partial<Record<ProgramName, Environment>>>;
  /** Programs that the caller runs itself at the same ports, for example the sandbox inside a test. */
  readonly without?: readonly ProgramName[];
  /** Runs the programs as `pnpm build` made them, as an image does; otherwise their TypeScript. */
  readonly built?: boolean;
}

/** The sandbox and the five services, each a process, unless the caller runs some itself. */
export interface System {
  readonly program: (name: ProgramName) => SupervisedProgram;
  readonly programs: () => readonly SupervisedProgram[];
  /** By which clients trust the API. */
  readonly certificateFile: string;
  /** For `pnpm sanu …` and other tools against this system. */
  readonly operatorEnvironment: Environment;
  /** Stops the services, then the sandbox. */
  readonly stop: () => Promise<void>;
}

/**
 * Makes the databases, runs migrations and the set-up of the streams, starts the sandbox and the services, and waits
 * until each is ready. Throws the first failure; then nothing is left running.
 */
export async function startSystem(options: SystemOptions): Promise<System> {
  const facts = await prepareFacts(options);
  const operator = operatorEnvironment(facts);
  await options.progress.during("migrations", () => migrate(options, operator));
  const streams = await options.progress.during("streams", () => keepStreams(options));
  try {
    const programs = await startPrograms(options, facts);
    return {
      program: (name) => getProgram(programs, name),
      programs: () => [...programs.values()],
      certificateFile: facts.certificate.certificateFile,
      operatorEnvironment: operator,
      stop: async () => {
        await stopPrograms(programs);
        await streams.stop();
      },
    };
  } catch (error) {
    await streams.stop();
    throw error;
  }
}

/** Makes what is missing now, and goes on making what somebody deletes, as the set-up job in production does. */
async function keepStreams(options: SystemOptions): Promise<StreamController> {
  options.signal?.throwIfAborted();
  const controller = await createStreamController({
    url: options.natsUrl,
    namespace: namespace(options.namespace ?? ""),
    replicas: 1,
  });
  try {
    await controller.apply();
  } catch (error) {
    await controller.stop();
    throw error;
  }
  const log = join(options.folder, "logs", "streams.log");
  controller.start((error) => appendFileSync(log, `${inspect(error)}\n`));
  return controller;
}

/** All at once: they wait for each other by themselves. The first failure ends the others. */
async function startPrograms(options: SystemOptions, facts: EnvironmentFacts): Promise<Programs> {
  const programs = new Map<ProgramName, SupervisedProgram>();
  const failing = new AbortController();
  const signal = AbortSignal.any([failing.signal, ...(options.signal ? [options.signal] : [])]);
  const names = programNames.filter((name) => !options.without?.includes(name));
  const starts = names.map(async (name) => {
    const env = { ...environmentOf(name, facts), ...options.settings?.[name] };
    const readyUrl = readyUrlOf(name, options.ports);
    const program = { name, ...codeOf(name, options.built ?? false), env, readyUrl };
    const running = await options.progress.during(name, () =>
      runProgram(program, {
        logsDir: join(options.folder, "logs"),
        onLaunch: (pid) => options.onLaunch?.(name, pid),
        signal,
      }),
    );
    programs.set(name, running);
  });
  try {
    await Promise.all(starts);
    return programs;
  } catch (error) {
    failing.abort();
    await Promise.allSettled(starts);
    await stopPrograms(programs);
    throw error;
  }
}

async function prepareFacts(options: SystemOptions): Promise<EnvironmentFacts> {
  const secretFor = derivedSecrets(join(options.folder, "secret"));
  const dataDirOf = (program: ProgramName): string => {
    const folder = join(options.folder, program);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  };
  return {
    ports: options.ports,
    natsUrl: options.natsUrl,
    namespace: options.namespace ?? "",
    databaseUrls: await options.progress.during("databases", () => databases(options, secretFor)),
    secretFor,
    certificate: await ensureCertificate(join(options.folder, "gateway-api")),
    dataDirOf,
  };
}

async function databases(
  options: SystemOptions,
  secretFor: SecretFor,
): Promise<Readonly<Record<PublishingService, string>>> {
  const prefix = options.databasePrefix ?? "sanu";
  const wanted = publishingServices.map((service) => databaseOf(prefix, service, secretFor));
  const urls = await ensureDatabases(options.databaseUrl, wanted);
  const [identity = "", transactions = "", payments = "", payouts = ""] = urls;
  return { identity, transactions, payments, payouts };
}

function migrate(options: SystemOptions, env: Environment): Promise<void> {
  options.signal?.throwIfAborted();
  return runJob({
    name: "sanu migrate",
    file: join(cloneFolder, "packages", "cli", "src", "main.ts"),
    args: ["migrate"],
    env,
    logFile: join(options.folder, "logs", "migrate.log"),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}

function codeOf(name: ProgramName, built: boolean): Pick<Program, "file" | "nodeArgs"> {
  const folder = join(cloneFolder, name === "sandbox" ? "packages" : "services", name);
  return built
    ? { file: join(folder, "dist", "main.js"), nodeArgs: ["--conditions=sanu-dist"] }
    : { file: join(folder, "src", "main.ts") };
}

type Programs = ReadonlyMap<ProgramName, SupervisedProgram>;

/** The door first and the sandbox last: it takes the mails and answers the calls with which services finish. */
async function stopPrograms(programs: Programs): Promise<void> {
  await programs.get("gateway-api")?.stop();
  await Promise.all(publishingServices.map(async (name) => programs.get(name)?.stop()));
  await programs.get("sandbox")?.stop();
}

function getProgram(programs: Programs, name: ProgramName): SupervisedProgram {
  const program = programs.get(name);
  if (program === undefined) throw new Error(`${name} was not started`);
  return program;
}
