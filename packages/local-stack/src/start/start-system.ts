import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type PublishingService, publishingServices } from "@sanu/contracts";
import { cloneFolder } from "../folders/data-folder.ts";
import { runJob } from "../supervisor/run-job.ts";
import { type RunOptions, runProgram, type SupervisedProgram } from "../supervisor/run-program.ts";
import { ensureCertificate } from "./certificate.ts";
import { derivedSecrets, type SecretFor } from "./derived-secrets.ts";
import { keepStreams } from "./keep-streams.ts";
import type { Progress } from "./progress.ts";
import { ensureSealingKey } from "./sealing-key.ts";
import { databaseOf, ensureDatabases } from "./service-databases.ts";
import {
  type Environment,
  type EnvironmentFacts,
  environmentOf,
  type NatsPasswordOf,
  operatorEnvironment,
  type ProgramName,
  programNames,
  type ServiceName,
} from "./service-environment.ts";
import { type Replica, startReplica } from "./start-replica.ts";
import type { SystemPorts } from "./system-ports.ts";
import { readyUrlOf } from "./system-urls.ts";

export interface SystemOptions {
  /** For logs, secrets and the files of sandbox and gateway. */
  readonly folder: string;
  readonly databaseUrl: string;
  readonly natsUrl: string;
  /** Where NATS has users. */
  readonly natsPasswordOf?: NatsPasswordOf;
  readonly ports: SystemPorts;
  readonly progress: Progress;
  readonly signal?: AbortSignal;
  /** Keeps systems on one NATS apart; default: none. */
  readonly namespace?: string;
  /** Keeps systems on one Postgres apart; default: `sanu`. */
  readonly databasePrefix?: string;
  /** Called with the number of every process that is started, also again. */
  readonly onLaunch?: (name: string, pid: number) => void;
  /** Where a service finds Postgres, `host:port`; default: where `databaseUrl` says. */
  readonly databaseHosts?: Readonly<Partial<Record<PublishingService, string>>>;
  /** For every process, jobs among them. */
  readonly environment?: Environment;
  /** Settings of single programs on top of the usual ones. */
  readonly settings?: Readonly<Partial<Record<ProgramName, Environment>>>;
  /** Programs that the caller runs itself at the same ports, for example the sandbox inside a test. */
  readonly without?: readonly ProgramName[];
  /** Runs the programs and `sanu` as `pnpm build` made them, as an image does; otherwise their TypeScript. */
  readonly built?: boolean;
  /** The clone that a program is run from, for example an older one; default: this clone. */
  readonly cloneOf?: CloneOf;
  /** `sanu streams apply` of the clone makes the streams, once, as a job does; otherwise they are kept from within. */
  readonly streamsByCli?: boolean;
}

export type CloneOf = (name: ProgramName | "cli") => string | undefined;

/** The sandbox and the five services, each a process, unless the caller runs some itself. */
export interface System {
  readonly program: (name: ProgramName) => SupervisedProgram;
  readonly programs: () => readonly SupervisedProgram[];
  /** Starts one more process of a service beside the first, at ports of its own, and waits until it is ready. */
  readonly startReplica: (
    name: ServiceName,
    settings?: Environment,
    cloneOf?: CloneOf,
  ) => Promise<Replica>;
  /** By which clients trust the API. */
  readonly certificateFile: string;
  /** For `pnpm sanu …` and other tools against this system. */
  readonly operatorEnvironment: Environment;
  /** The settings of a program, also of one that the caller runs itself. */
  readonly environmentOf: (name: ProgramName) => Environment;
  readonly stop: () => Promise<void>;
}

/**
 * Makes the databases, runs migrations and the set-up of the streams, starts the sandbox and the services, and waits
 * until each is ready. Throws the first failure; then nothing is left running.
 */
export async function startSystem(options: SystemOptions): Promise<System> {
  const facts = await prepareFacts(options);
  const operator = operatorEnvironment(facts);
  await options.progress.during("migrations", () => runCli(options, operator, "migrate"));
  const streams = await options.progress.during("streams", () => makeStreams(options, operator));
  try {
    const programs = await startPrograms(options, facts);
    const replicas: Replica[] = [];
    return {
      program: (name) => getProgram(programs, name),
      programs: () => [...programs.values(), ...replicas.map(({ program }) => program)],
      async startReplica(name, settings = {}, cloneOf = options.cloneOf) {
        const number = replicas.filter((replica) => replica.name === name).length + 2;
        const env = { ...settingsOf(options, facts, name), ...settings };
        const file = fileOf({ ...options, cloneOf }, name);
        const replica = await startReplica({ name, number, env, file }, runOptions(options, name));
        replicas.push(replica);
        return replica;
      },
      certificateFile: facts.certificate.certificateFile,
      operatorEnvironment: operator,
      environmentOf: (name) => settingsOf(options, facts, name),
      stop: async () => {
        await stopPrograms(programs, replicas);
        await streams.stop();
      },
    };
  } catch (error) {
    await streams.stop();
    throw error;
  }
}

async function makeStreams(
  options: SystemOptions,
  operator: Environment,
): Promise<{ readonly stop: () => Promise<void> }> {
  if (options.streamsByCli !== true) return keepStreams(options);
  await runCli(options, operator, "streams", "apply");
  return { stop: async () => undefined };
}

/** All at once: they wait for each other by themselves. The first failure ends the others. */
async function startPrograms(options: SystemOptions, facts: EnvironmentFacts): Promise<Programs> {
  const programs = new Map<ProgramName, SupervisedProgram>();
  const failing = new AbortController();
  const signal = AbortSignal.any([failing.signal, ...(options.signal ? [options.signal] : [])]);
  const names = programNames.filter((name) => !options.without?.includes(name));
  const starts = names.map(async (name) => {
    const env = settingsOf(options, facts, name);
    const readyUrl = readyUrlOf(name, options.ports);
    const program = { name, file: fileOf(options, name), env, readyUrl };
    const running = await options.progress.during(name, () =>
      runProgram(program, { ...runOptions(options, name), signal }),
    );
    programs.set(name, running);
  });
  try {
    await Promise.all(starts);
    return programs;
  } catch (error) {
    failing.abort();
    await Promise.allSettled(starts);
    await stopPrograms(programs, []);
    throw error;
  }
}

function settingsOf(
  { environment, settings }: SystemOptions,
  facts: EnvironmentFacts,
  name: ProgramName,
): Environment {
  return { ...environment, ...environmentOf(name, facts), ...settings?.[name] };
}

function runOptions(options: SystemOptions, name: ProgramName): RunOptions {
  return {
    logsDir: join(options.folder, "logs"),
    onLaunch: (pid) => options.onLaunch?.(name, pid),
  };
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
    ...(options.natsPasswordOf && { natsPasswordOf: options.natsPasswordOf }),
    namespace: options.namespace ?? "",
    ...(options.databaseHosts && { databaseHosts: options.databaseHosts }),
    databaseUrls: await options.progress.during("databases", () => databases(options, secretFor)),
    secretFor,
    sealingPublicKey: await ensureSealingKey(join(options.folder, "sealing")),
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

function runCli(
  options: SystemOptions,
  env: Environment,
  ...args: readonly string[]
): Promise<void> {
  options.signal?.throwIfAborted();
  return runJob({
    name: `sanu ${args.join(" ")}`,
    file: fileOf(options, "cli"),
    args,
    env: { ...options.environment, ...env },
    logFile: join(options.folder, "logs", `${args[0]}.log`),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}

function fileOf(
  { built, cloneOf }: Pick<SystemOptions, "built"> & { readonly cloneOf?: CloneOf | undefined },
  name: ProgramName | "cli",
): string {
  const kind = name === "sandbox" || name === "cli" ? "packages" : "services";
  const file = built === true ? join("dist", "main.js") : join("src", "main.ts");
  return join(cloneOf?.(name) ?? cloneFolder, kind, name, file);
}

type Programs = ReadonlyMap<ProgramName, SupervisedProgram>;

/** The doors first and the sandbox last: it takes the mails and answers the calls with which services finish. */
async function stopPrograms(programs: Programs, replicas: readonly Replica[]): Promise<void> {
  const all = (name: ServiceName) => [
    programs.get(name),
    ...replicas.flatMap((replica) => (replica.name === name ? [replica.program] : [])),
  ];
  const stop = (some: readonly (SupervisedProgram | undefined)[]) =>
    Promise.all(some.map(async (program) => program?.stop()));
  await stop(all("gateway-api"));
  await stop(publishingServices.flatMap(all));
  await programs.get("sandbox")?.stop();
}

function getProgram(programs: Programs, name: ProgramName): SupervisedProgram {
  const program = programs.get(name);
  if (program === undefined) throw new Error(`${name} was not started`);
  return program;
}
