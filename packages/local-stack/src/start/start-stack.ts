import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { natsAuthorization } from "@sanu/contracts";
import { chooseDataFolder, cloneFolder } from "../folders/data-folder.ts";
import { prepareNodePrograms } from "../lightning/node-programs.ts";
import { type LightningNetwork, startLightningNetwork } from "../lightning/start-network.ts";
import { type Nats, startNats } from "../nats/start-nats.ts";
import { postgresAccount } from "../postgres/server-account.ts";
import { type Postgres, startPostgres } from "../postgres/start-postgres.ts";
import { claimFolder, type FolderClaim, FolderInUseError } from "../processes/claim-folder.ts";
import { startTraceView, type TraceView } from "../trace-view/start-trace-view.ts";
import type { Rails } from "./arguments.ts";
import { compileCacheEnvironment } from "./compile-cache.ts";
import { derivedSecrets } from "./derived-secrets.ts";
import type { Progress } from "./progress.ts";
import {
  type Environment,
  type NatsPasswordOf,
  nodeEnvironment,
  type ProgramName,
  programNames,
  traceSettings,
} from "./service-environment.ts";
import { type System, startSystem } from "./start-system.ts";
import { chooseSystemPorts, type PortName, type SystemPorts } from "./system-ports.ts";
import { type SystemUrls, systemUrls } from "./system-urls.ts";
import { refuseUnfinished, unfinishedFile } from "./unfinished-set.ts";

export interface StackOptions {
  readonly basePort: number;
  readonly fresh: boolean;
  /** Of every service, beside and above the usual ones. */
  readonly settings?: Environment;
  readonly rails: Rails;
  /** Traces every request into a page of this machine. */
  readonly observe?: boolean;
  readonly progress: Progress;
  /** Where the data goes; default: `chooseDataFolder`. */
  readonly folder?: string;
  /** Programs that the caller runs itself. */
  readonly without?: readonly ProgramName[];
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** Called with each way to undo a part as soon as the part exists; the last one is to be undone first. */
  readonly onStarted: (stop: () => Promise<void>) => void;
}

/** Everything that `npm start` runs. */
export interface Stack extends Servers {
  readonly folder: string;
  readonly ports: SystemPorts;
  readonly urls: SystemUrls;
  /** By which clients trust the API. */
  readonly certificateFile: string;
  readonly system: System;
  /** The real nodes, where these are the rails; Sanu's own is alice. */
  readonly network: LightningNetwork | undefined;
  readonly traceView: TraceView | undefined;
  /** True from the moment in which the stop of the system begins. */
  readonly isStopping: () => boolean;
}

/** What `--fresh` throws away besides the data of the two servers; programs and test data beside it stay. */
const stackData = ["sandbox", "gateway-api", "logs", "secret", "urls.json", "network"].concat(
  unfinishedFile,
);

/** With other rails the books are others. */
const folderOfRails = { sandbox: "", lightning: "lightning" } as const satisfies Record<
  Rails,
  string
>;

/** Starts Postgres, NATS and the system on one data folder, and writes its addresses to `urls.json` there. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const chosen = options.folder ?? chooseFolder(options.say);
  const folder = join(chosen, folderOfRails[options.rails]);
  const claim = await claimStack(folder);
  options.onStarted(() => Promise.resolve(claim.release()));
  if (options.fresh) {
    for (const name of stackData) rmSync(join(folder, name), { recursive: true, force: true });
  }
  refuseUnfinished(folder);
  const { ports, replaced } = await chooseSystemPorts(options.basePort);
  for (const name of replaced) options.say(replacement(name, ports));

  const secretFor = derivedSecrets(join(folder, "secret"));
  const natsPasswordOf: NatsPasswordOf = (user) => secretFor(`nats ${user}`);
  const network = options.rails === "lightning" ? await startNodes(folder, options) : undefined;
  const servers = await startServers({ folder, ports, natsPasswordOf }, options);
  const traceView = options.observe === true ? await observe(ports, options) : undefined;
  const settings = { ...traceSettings(traceView), ...options.settings };
  const place = { folder, ports, natsPasswordOf, claim, options, settings, network };
  const system = await startOn(servers, place);
  let stopping = false;
  options.onStarted(() => {
    stopping = true;
    return system.stop();
  });
  const urls = { ...systemUrls(ports), ...(traceView && { traces: traceView.url }) };
  writeFileSync(join(folder, "urls.json"), `${JSON.stringify(urls, undefined, 2)}\n`);
  const operatorFile = join(options.folder ?? join(cloneFolder, ".sanu"), "operator.env");
  writeOperatorFile(operatorFile, system.operatorEnvironment);
  options.onStarted(() => Promise.resolve(rmSync(operatorFile, { force: true })));
  const { certificateFile } = system;
  const isStopping = (): boolean => stopping;
  const shown = { folder, ports, urls, certificateFile, network, traceView };
  return { ...shown, ...servers, system, isStopping };
}

async function observe(ports: SystemPorts, options: StackOptions): Promise<TraceView> {
  const view = await startTraceView(ports.traces);
  options.onStarted(view.stop);
  return view;
}

/** Throws with one sentence where real nodes are not to be had. */
async function startNodes(folder: string, options: StackOptions): Promise<LightningNetwork> {
  const prepared = await prepareNodePrograms({ say: options.say });
  if (prepared.programs === undefined) {
    throw new Error(`--rails lightning needs real nodes, and ${prepared.why}`);
  }
  const { programs } = prepared;
  const network = await options.progress.during("Lightning nodes", () =>
    startLightningNetwork({ folder: join(folder, "network"), programs }),
  );
  options.onStarted(() => network.stop());
  return network;
}

/** What `pnpm sanu …` needs to reach this system, passwords among it: for its owner alone, while it runs. */
function writeOperatorFile(file: string, environment: Environment): void {
  const lines = Object.entries(environment).map(([name, value]) => `${name}='${value}'\n`);
  rmSync(file, { force: true });
  writeFileSync(file, lines.join(""), { mode: 0o600 });
}

interface Servers {
  readonly postgres: Postgres;
  readonly nats: Nats;
}

/** Where a stack keeps its data, at which ports it is, and how its programs log in to NATS. */
interface Place {
  readonly folder: string;
  readonly ports: SystemPorts;
  readonly natsPasswordOf: NatsPasswordOf;
}

/** Starts the system, noting every process so that a later owner can end it if this one is killed. */
function startOn(
  { postgres, nats }: Servers,
  place: Place & {
    readonly claim: FolderClaim;
    readonly options: StackOptions;
    readonly settings: Environment;
    readonly network: LightningNetwork | undefined;
  },
): Promise<System> {
  const programs = new Map<string, number>();
  // In the order in which they are to be ended.
  const record = (): void => place.claim.record([...programs.values(), nats.pid(), postgres.pid()]);
  record();
  return startSystem({
    folder: place.folder,
    databaseUrl: postgres.url,
    natsUrl: nats.url,
    natsPasswordOf: place.natsPasswordOf,
    ports: place.ports,
    environment: compileCacheEnvironment(),
    settings: settingsOfAll(place.settings, place.network),
    progress: place.options.progress,
    ...(place.options.without && { without: place.options.without }),
    signal: place.options.signal,
    onLaunch: (name, pid) => {
      programs.set(name, pid);
      record();
    },
  });
}

function settingsOfAll(
  settings: Environment,
  network: LightningNetwork | undefined,
): Partial<Record<ProgramName, Environment>> {
  const services = programNames.filter((name) => name !== "sandbox");
  const ofNode = network === undefined ? {} : nodeEnvironment(network);
  return Object.fromEntries(services.map((name) => [name, { ...ofNode[name], ...settings }]));
}

async function claimStack(folder: string): Promise<FolderClaim> {
  try {
    return await claimFolder(join(folder, "stack"));
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    const urls = join(folder, "urls.json");
    throw new Error(
      `This clone's system runs already, as process ${error.ownerPid}; its addresses are in ${urls}`,
      { cause: error },
    );
  }
}

async function startServers(
  { folder, ports, natsPasswordOf }: Place,
  options: StackOptions,
): Promise<Servers> {
  const { fresh, progress } = options;
  const binariesDir = join(folder, "binaries");
  const dataDir = join(folder, "postgres");
  const postgres = progress.during("Postgres", async () => {
    const started = await startPostgres({ dataDir, binariesDir, fresh, port: ports.postgres });
    options.onStarted(() => started.stop("fast"));
    return started;
  });
  const nats = progress.during("NATS", async () => {
    const storeDir = join(folder, "nats");
    // The same rights as in production, so that what works here works there.
    const authorization = natsAuthorization("", (user) => JSON.stringify(natsPasswordOf(user)));
    const started = await startNats({ storeDir, fresh, port: ports.nats, authorization });
    options.onStarted(() => started.stop());
    return started;
  });
  // When one fails, the other is still given the time to be one that can be stopped.
  await Promise.allSettled([postgres, nats]);
  return { postgres: await postgres, nats: await nats };
}

function chooseFolder(say: (line: string) => void): string {
  const chosen = chooseDataFolder(postgresAccount());
  if (chosen.reason !== undefined) {
    say(`Data and Postgres programs go to ${chosen.folder}: ${chosen.reason}.`);
  }
  return chosen.folder;
}

function replacement(name: PortName, ports: SystemPorts): string {
  return `The usual port of ${name} is taken; it is ${ports[name]} this time.`;
}
