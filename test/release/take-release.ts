import { execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { claimFolder } from "@sanu/local-stack";
import { eventually } from "@sanu/testing";

const run = promisify(execFile);
const clone = join(import.meta.dirname, "..", "..");
const releases = join(clone, ".build", "release");
const takingMs = 300_000;

/** The commit that is checked out. */
export async function currentCommit(): Promise<string> {
  const { stdout } = await run("git", ["rev-parse", "HEAD"], { cwd: clone });
  return stdout.trim();
}

/**
 * The tree of a commit with its programs built, below `.build`, as a clone of that commit would have them: packages as
 * its own lock file says, from the store where they are there. Taken once, whoever else wants it; older ones are removed.
 * Throws where the clone does not hold the commit.
 */
export async function takeRelease(commit: string): Promise<string> {
  const folder = join(releases, commit);
  if (existsSync(folder)) return folder;
  await assertKnown(commit);
  const turn = await eventually("its turn", () => claimFolder(`${releases}.turn`), takingMs);
  try {
    if (!existsSync(folder)) await make(commit, folder);
  } finally {
    turn.release();
  }
  return folder;
}

async function make(commit: string, folder: string): Promise<void> {
  mkdirSync(releases, { recursive: true });
  for (const name of readdirSync(releases)) {
    rmSync(join(releases, name), { recursive: true, force: true });
  }
  // Under another name until it is whole: what was ended in the middle is begun again.
  const draft = join(releases, "draft");
  await unpack(commit, draft);
  await build(draft);
  renameSync(draft, folder);
}

async function assertKnown(commit: string): Promise<void> {
  try {
    await run("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: clone });
  } catch (cause) {
    throw new Error(
      `This clone does not hold the commit ${commit} that CHANGELOG.md names as the last release. ` +
        "A shallow clone gets it by `git fetch --unshallow`.",
      { cause },
    );
  }
}

async function unpack(commit: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const archive = join(dirname(folder), "archive.tar");
  await run("git", ["archive", "--format=tar", `--output=${archive}`, commit], { cwd: clone });
  await run("tar", ["-xf", archive, "-C", folder]);
  rmSync(archive);
}

/** As the release builds itself: it installs what its lock file says, and bundles its programs. */
function build(folder: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const bundler = ["packages/local-stack/bin/run.mjs", "packages/local-stack/bin/bundle.mjs"];
  const child = spawn(process.execPath, bundler, {
    cwd: folder,
    // The names by which npm and pnpm read it.
    env: {
      ...process.env,
      npm_config_prefer_offline: "true",
      pnpm_config_prefer_offline: "true",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => said.push(text));
  }
  child.once("error", reject);
  child.once("close", (code) => {
    if (code === 0) resolve();
    else reject(new Error(`The release could not be built (${code}):\n${said.join("")}`));
  });
  return promise;
}
