import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cloneFolder } from "@sanu/local-stack";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serviceNames } from "../faults/service-names.ts";

/** Said by a program as it ends: which of its own modules Node has loaded for it. */
const listing = 'process.on("exit", () => process._rawDebug(process.moduleLoadList.join("\\n")));';
/** EX_CONFIG of sysexits.h: it has read its settings, and there are none. */
const misconfigured = 78;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sanu-loaded-"));
  writeFileSync(join(folder, "list-loaded.cjs"), listing);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("A service as an image runs it", () => {
  it.each(serviceNames)("loads nothing of Node's own client for fetch: %s", (name) => {
    const program = join(cloneFolder, "services", name, "dist", "main.js");
    const ended = spawnSync(
      process.execPath,
      ["--require", join(folder, "list-loaded.cjs"), program],
      { env: {}, encoding: "utf8" },
    );
    expect(ended.status).toBe(misconfigured);
    const loaded = ended.stderr.split("\n");
    expect(loaded).toContain("NativeModule http");
    expect(loaded.filter((module) => module.includes("undici"))).toEqual([]);
  });
});
