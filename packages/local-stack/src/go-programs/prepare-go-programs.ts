import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { runCompiler } from "./run-compiler.ts";

/** Programs that are compiled from one module, whose `go.mod` and `go.sum` pin every version. */
export interface GoModule {
  /** Of its folder in the cache, and in what is said: `the nodes`. */
  readonly name: string;
  readonly folder: string;
  readonly packages: readonly string[];
  readonly tags: string;
}

/** Paths by name of program, or one sentence on why there are none. */
export type PreparedGoPrograms =
  | { readonly paths: readonly string[] }
  | { readonly paths: undefined; readonly why: string };

export interface PrepareOptions {
  readonly say?: (line: string) => void;
  readonly timeoutMs: number;
}

/** Where the user keeps what can be made again: `name` in Sanu's folder there. */
export function cacheFolder(name: string): string {
  const root = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
  return join(root, "sanu", name);
}

/** Finds the programs in the user's cache, or compiles them into it, once for each set of versions. In the order of the packages. */
export async function prepareGoPrograms(
  module: GoModule,
  { say = () => undefined, timeoutMs }: PrepareOptions,
): Promise<PreparedGoPrograms> {
  const sums = readFileSync(join(module.folder, "go.sum"));
  const version = createHash("sha256").update(sums).digest("hex").slice(0, 16);
  const target = cacheFolder(`${module.name}-${version}`);
  const paths = module.packages.map((each) => join(target, basename(each)));
  if (!paths.every((path) => existsSync(path))) {
    if (spawnSync("go", ["version"]).status !== 0) {
      return missing(`there is no Go here, which compiles the ${module.name}`);
    }
    say(
      `Compiling the ${module.name} into ${target}: minutes the first time, then never again ...`,
    );
    const trouble = await compile(module, target, timeoutMs);
    if (trouble !== undefined) return missing(trouble);
  }
  const [trouble] = paths.flatMap((path) => troubleOf(path) ?? []);
  return trouble === undefined ? { paths } : missing(trouble);
}

const missing = (why: string): PreparedGoPrograms => ({ paths: undefined, why });

/** What keeps a program from running on this machine, for example a limit on memory. */
function troubleOf(program: string): string | undefined {
  const { status, signal, error } = spawnSync(program, ["--version"], { encoding: "utf8" });
  if (status === 0) return undefined;
  return `${program} does not run here: ${error?.message ?? signal ?? status}`;
}

/** Compiles everything and puts it in its place at once. */
async function compile(
  { name, folder, packages, tags }: GoModule,
  target: string,
  timeoutMs: number,
): Promise<string | undefined> {
  const making = `${target}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  const flags = ["-trimpath", "-ldflags", "-s -w", "-tags", tags, "-o", `${making}/`];
  const trouble = await runCompiler({
    command: "go",
    args: ["build", ...flags, ...packages],
    folder,
    environment: { GOWORK: "off" },
    timeoutMs,
  });
  if (trouble === undefined) {
    rmSync(target, { recursive: true, force: true });
    renameSync(making, target);
  }
  rmSync(making, { recursive: true, force: true });
  return trouble === undefined ? undefined : `the ${name} cannot be compiled: ${trouble}`;
}
