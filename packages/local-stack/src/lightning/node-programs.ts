import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lightningLimits } from "./lightning-limits.ts";
import { runCompiler } from "./run-compiler.ts";

/** Where the programs of the network are. */
export interface NodePrograms {
  readonly chain: string;
  readonly lightning: string;
}

/** The programs, or one sentence on why there are none. */
export type PreparedPrograms =
  | { readonly programs: NodePrograms }
  | { readonly programs: undefined; readonly why: string };

const moduleFolder = fileURLToPath(new URL("programs", import.meta.url));
const packages = ["github.com/btcsuite/btcd", "github.com/lightningnetwork/lnd/cmd/lnd"];
const tags = "chainrpc invoicesrpc peersrpc routerrpc signrpc walletrpc";

/** Where the user keeps what can be made again: `name` in Sanu's folder there. */
export function cacheFolder(name: string): string {
  const root = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
  return join(root, "sanu", name);
}

/** Finds the node programs in the user's cache, or compiles them into it, once for each set of versions. */
export async function prepareNodePrograms({
  say = () => undefined,
  timeoutMs = lightningLimits.buildTimeoutMs,
}: {
  readonly say?: (line: string) => void;
  readonly timeoutMs?: number;
} = {}): Promise<PreparedPrograms> {
  const sums = readFileSync(join(moduleFolder, "go.sum"));
  const version = createHash("sha256").update(sums).digest("hex").slice(0, 16);
  const folder = cacheFolder(`nodes-${version}`);
  const programs = { chain: join(folder, "btcd"), lightning: join(folder, "lnd") };
  if (!isThere(programs)) {
    if (spawnSync("go", ["version"]).status !== 0) {
      return missing("there is no Go here, which compiles the nodes");
    }
    say(`Compiling the nodes into ${folder}: minutes the first time, then never again ...`);
    const trouble = await compile(folder, timeoutMs);
    if (trouble !== undefined) return missing(trouble);
  }
  const trouble = troubleOf(programs.chain) ?? troubleOf(programs.lightning);
  return trouble === undefined ? { programs } : missing(trouble);
}

const missing = (why: string): PreparedPrograms => ({ programs: undefined, why });

function isThere(programs: NodePrograms): boolean {
  return existsSync(programs.chain) && existsSync(programs.lightning);
}

/** What keeps a program from running on this machine, for example a limit on memory. */
function troubleOf(program: string): string | undefined {
  const { status, signal, error } = spawnSync(program, ["--version"], { encoding: "utf8" });
  if (status === 0) return undefined;
  return `${program} does not run here: ${error?.message ?? signal ?? status}`;
}

/** Compiles everything and puts it in its place at once. */
async function compile(folder: string, timeoutMs: number): Promise<string | undefined> {
  const target = `${folder}.${process.pid}`;
  mkdirSync(target, { recursive: true });
  const flags = ["-trimpath", "-ldflags", "-s -w", "-tags", tags, "-o", `${target}/`];
  const trouble = await runCompiler({
    command: "go",
    args: ["build", ...flags, ...packages],
    folder: moduleFolder,
    environment: { GOWORK: "off" },
    timeoutMs,
  });
  if (trouble === undefined) {
    rmSync(folder, { recursive: true, force: true });
    renameSync(target, folder);
  }
  rmSync(target, { recursive: true, force: true });
  return trouble === undefined ? undefined : `the nodes cannot be compiled: ${trouble}`;
}
