import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { preparePromtool } from "@sanu/local-stack";

/** What keeps the tests from running is not what they are about. */
const notRunCode = 69;

const rules = "deploy/alarms/sanu.rules.yml";
const folder = "deploy/alarms/tests";

const buildSeconds = "--build-seconds=";
const limit = process.argv.find((arg) => arg.startsWith(buildSeconds));

const promtool = await preparePromtool({
  say: (line) => console.log(line),
  ...(limit !== undefined && { timeoutMs: Number(limit.slice(buildSeconds.length)) * 1_000 }),
});
if (promtool.path === undefined) {
  console.log(`alarms: not run: ${promtool.why}`);
  process.exitCode = notRunCode;
} else {
  const tests = readdirSync(folder).map((name) => `${folder}/${name}`);
  const runs = [
    ["check", "rules", rules],
    ["test", "rules", ...tests],
  ].map((args) => spawnSync(promtool.path, args, { stdio: "inherit" }).status);
  process.exitCode = runs.every((status) => status === 0) ? 0 : 1;
}
