import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("says in one line why real nodes are not run, and ends with the code that means it", () => {
  const empty = mkdtempSync(join(tmpdir(), "sanu-no-go-"));
  const main = fileURLToPath(new URL("main.ts", import.meta.url));

  const { status, stdout } = spawnSync(process.execPath, [main], {
    env: { PATH: empty, XDG_CACHE_HOME: empty },
    encoding: "utf8",
  });
  rmSync(empty, { recursive: true });

  expect([status, stdout]).toEqual([
    69,
    "nodes: not run: there is no Go here, which compiles the nodes\n",
  ]);
});
