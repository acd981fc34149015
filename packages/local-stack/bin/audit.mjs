// `npm run audit`: asks the registry which packages of the lock file are known to be unsafe. Ends with 1 when one is, at
// the severity high or critical; a registry that does not answer is said and fails nothing.
import { spawnSync } from "node:child_process";
import { judgeAudit } from "../src/supply/judge-audit.ts";
import { ensurePnpm } from "./pnpm.mjs";
import { root } from "./root.mjs";

const args = ["audit", "--audit-level", "high", "--json", "--config.fetch-retries=0"];
const { stdout, stderr, error } = spawnSync(await ensurePnpm(), args, {
  cwd: root,
  encoding: "utf8",
  timeout: 20_000,
});
const { says, exitCode } = judgeAudit({ stdout, stderr: error?.message ?? stderr });
for (const each of says) console.log(each);
process.exitCode = exitCode;
