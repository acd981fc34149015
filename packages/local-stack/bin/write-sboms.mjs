// `npm run sbom [-- --base NAME]`: writes what the lock file names and what an image of this build holds, as CycloneDX,
// to .build/sbom. Ends with 1 when a licence is not allowed.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeBoms } from "../src/supply/write-boms.ts";
import { ensurePnpm } from "./pnpm.mjs";
import { listPrograms } from "./programs.mjs";
import { root } from "./root.mjs";

const { values } = parseArgs({ options: { base: { type: "string" } } });
const collected = join(root, ".build", "image");
rmSync(collected, { recursive: true, force: true });
execFileSync(process.execPath, [join(import.meta.dirname, "collect.mjs"), collected]);

const target = join(root, ".build", "sbom");
const problems = writeBoms({
  root,
  collected,
  programs: listPrograms(),
  pnpm: await ensurePnpm(),
  base: values.base,
  target,
  at: new Date(Number(momentOfSource()) * 1000),
});
console.log(`${target}: lock.cdx.json, image.cdx.json`);
for (const each of problems) console.error(`Not allowed by src/supply/licences.ts: ${each}`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** https://reproducible-builds.org/specs/source-date-epoch: the moment of the commit, unless the build was told. */
function momentOfSource() {
  const ofCommit = ["log", "-1", "--format=%ct"];
  return process.env.SOURCE_DATE_EPOCH ?? execFileSync("git", ofCommit, { cwd: root });
}
