import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { cloneFolder } from "@sanu/local-stack";

/** One of the examples of docs/events.md, and how it is started here. */
export interface Consumer {
  readonly language: string;
  readonly command: readonly [string, ...string[]];
}

const limits = { probeMs: 20_000, buildMs: 60_000 } as const;
const here = import.meta.dirname;
const goProgram = join(cloneFolder, ".build", "consumers", "go");

/** The examples whose toolchain and packages are on this machine. Nothing is installed; who is left out is said. */
export function findConsumers(): readonly Consumer[] {
  const typescript: Consumer = {
    language: "TypeScript",
    command: [process.execPath, join(cloneFolder, "test/consumers/typescript/consume.ts")],
  };
  return [typescript, ...present("Python", findPython), ...present("Go", buildGo)];
}

function present(language: string, find: () => Consumer["command"]): readonly Consumer[] {
  try {
    return [{ language, command: find() }];
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim().split("\n").at(-1) : error;
    console.info(`consumer in ${language}: not run: ${reason}`);
    return [];
  }
}

/** `pip install -r test/consumers/python/requirements.txt` brings what it needs; SANU_PYTHON may name another Python. */
function findPython(): Consumer["command"] {
  const python = process.env["SANU_PYTHON"] || "python3";
  execFileSync(python, ["-c", "import nats"], { timeout: limits.probeMs, stdio: "pipe" });
  return [python, join(here, "python", "consume.py")];
}

/** `go mod download` in its folder brings what it needs. */
function buildGo(): Consumer["command"] {
  mkdirSync(join(goProgram, ".."), { recursive: true });
  execFileSync("go", ["build", "-mod=readonly", "-o", goProgram, "."], {
    cwd: join(here, "go"),
    timeout: limits.buildMs,
    stdio: "pipe",
    env: { ...process.env, GOPROXY: "off", GOTOOLCHAIN: "local" },
  });
  return [goProgram];
}
