import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { cloneFolder } from "./folders/data-folder.ts";

const run = promisify(execFile);
const name = `@pnpm/exe.${process.platform}-${process.arch}`;
const version = "12.21.0";
const tools = join("packages", "local-stack", "pnpm");

let folder: string;
let registry: Server;
/** The false pnpm makes this file when it runs. */
let trace: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanu-pinned-pnpm-"));
  trace = join(folder, "it-ran");
});

afterEach(() => {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

it("a start runs no pnpm whose bytes are not those that its lock names", async () => {
  const clone = copyStartProgram();
  const asked = await serveFalsePnpm();

  await expect(start(clone)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`pnpm ${version} was not installed`),
  });

  expect(asked()).toContain("/false.tgz");
  expect(existsSync(trace)).toBe(false);
});

it("a start runs the pnpm whose bytes are those that its lock names", async () => {
  const clone = copyStartProgram();
  await serveFalsePnpm();
  const lock = join(clone, tools, "package-lock.json");
  writeFileSync(lock, readFileSync(lock, "utf8").replaceAll(/ +"integrity": .*\n/g, ""));

  await start(clone);

  expect(existsSync(trace)).toBe(true);
});

/** The start program alone; it installs and says the version of its Node. */
function copyStartProgram(): string {
  const clone = join(folder, "clone");
  const parts = [join(tools, "package.json"), join(tools, "package-lock.json"), "pnpm-lock.yaml"];
  for (const part of [join("packages", "local-stack", "bin"), ...parts]) {
    cpSync(join(cloneFolder, part), join(clone, part), { recursive: true });
  }
  mkdirSync(join(clone, "node_modules"));
  return clone;
}

/** A registry that has another program under pnpm's name and version. */
async function serveFalsePnpm(): Promise<() => readonly (string | undefined)[]> {
  const content = join(folder, "package");
  mkdirSync(content);
  const manifest = { name, version, os: [process.platform], cpu: [process.arch] };
  writeFileSync(join(content, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(content, "pnpm"), `#!/bin/sh\ntouch ${trace}\n`, { mode: 0o755 });
  const tarball = join(folder, "false.tgz");
  await run("tar", ["-czf", tarball, "-C", folder, "package"]);

  const asked: (string | undefined)[] = [];
  registry = createServer((request, response) => {
    asked.push(request.url);
    if (request.url === "/false.tgz") return response.end(readFileSync(tarball));
    const dist = { tarball: `http://${request.headers.host}/false.tgz` };
    return response.end(JSON.stringify({ name, versions: { [version]: { ...manifest, dist } } }));
  });
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
  return () => asked;
}

function start(clone: string): Promise<{ readonly stderr: string }> {
  const { port } = registry.address() as AddressInfo;
  return run(process.execPath, [join(clone, "packages/local-stack/bin/run.mjs"), "--version"], {
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: join(folder, "cache"),
      npm_config_fetch_retries: "0",
    },
  });
}
