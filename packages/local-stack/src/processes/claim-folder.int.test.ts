import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { claimElsewhere } from "./claim-elsewhere.fixture.ts";
import { claimFolder, FolderInUseError } from "./claim-folder.ts";
import { findProcessMark } from "./process-mark.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanu-claim-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("ends what a killed owner left running before the folder changes hands", async () => {
  const { child: orphan, gone } = await claimElsewhere(folder, 0);
  await gone;
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
