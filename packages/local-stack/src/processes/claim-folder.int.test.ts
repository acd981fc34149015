import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { claimFolder, FolderInUseError } from "./claim-folder.ts";
import { findProcessMark } from "./process-mark.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanu-claim-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Claims the folder in another process, which leaves a child behind and is killed. Returns the child's number. */
function leaveOrphan(): number {
  const module = new URL("./claim-folder.ts", import.meta.url).href;
  const program = `(async () => {
    const { claimFolder } = await import(${JSON.stringify(module)});
    const claim = await claimFolder(${JSON.stringify(folder)});
    const orphan = require("node:child_process").spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
    claim.record([orphan.pid]);
    require("node:fs").writeSync(1, String(orphan.pid));
    process.kill(process.pid, "SIGKILL");
  })();`;
  return Number(spawnSync(process.execPath, ["--eval", program], { encoding: "utf8" }).stdout);
}

it("ends what a killed owner left running before the folder changes hands", async () => {
  const orphan = leaveOrphan();
  expect(findProcessMark(orphan)).toBeDefined();

  const claim = await claimFolder(folder);

  expect(findProcessMark(orphan)).toBeUndefined();
  claim.release();
});

it("belongs to one owner until it is released", async () => {
  const first = await claimFolder(folder);

  await expect(claimFolder(folder)).rejects.toThrow(FolderInUseError);
  first.release();
  const second = await claimFolder(folder);

  second.release();
});
