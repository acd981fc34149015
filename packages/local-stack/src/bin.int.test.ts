import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cloneFolder } from "./folders/data-folder.ts";

const run = join(cloneFolder, "packages", "local-stack", "bin", "run.mjs");
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sanu-bin-"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function programOf(text: string): string {
  const file = join(folder, "program.ts");
  writeFileSync(file, text);
  return file;
}

it("runs a TypeScript program on Node 24 with its arguments and passes on its exit code", () => {
  const file = programOf(
    `const all: string[] = process.argv.slice(2); console.log(process.version, ...all); process.exit(7);`,
  );

  const response = spawnSync(process.execPath, [run, file, "a", "--b"], { encoding: "utf8" });

  expect(response.status).toBe(7);
  expect(response.stdout).toMatch(/^v24\.\d+\.\d+ a --b\n$/);
});

it("passes a signal on and ends as the program does", async () => {
  const file = programOf(
    `process.on("SIGTERM", () => process.exit(9)); setInterval(() => undefined, 1_000); console.log("up");`,
  );
  const child = spawn(process.execPath, [run, file], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");

  child.kill("SIGTERM");

  expect(await once(child, "exit")).toEqual([9, null]);
});
