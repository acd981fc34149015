import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { claimElsewhere } from "../processes/claim-elsewhere.fixture.ts";
import { claimFolder } from "../processes/claim-folder.ts";
import { findProcessMark } from "../processes/process-mark.ts";
import { endLightningNetwork } from "./start-network.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanu-network-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("waits for an owner who is just ending, and ends the nodes that it leaves", async () => {
  const { child: node, gone } = await claimElsewhere(join(folder, "alice"), 300);

  await endLightningNetwork(folder);

  expect(findProcessMark(node)).toBeUndefined();
  await gone;
});

it("says who lives on, and ends what the others have left", async () => {
  const own = await claimFolder(join(folder, "alice"));
  const { child: node, gone } = await claimElsewhere(join(folder, "bob"), 0);
  await gone;

  await expect(endLightningNetwork(folder, 300)).rejects.toThrow(
    `alice is in use by process ${process.pid}`,
  );

  expect(findProcessMark(node)).toBeUndefined();
  own.release();
});
