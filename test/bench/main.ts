// `pnpm bench`: one run, one report. `--only create,read` runs some rows, `--short` shows that all work,
// `--node-options=…` gives the services options of Node, for profiles; `--ledger-program=…` is the peer of `ledger-peer`.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundlePrograms } from "@sanu/local-stack";
import { fullPlan, shortPlan } from "./measure.ts";
import type { Bench } from "./report/bench.ts";
import { describeMachine } from "./report/machine.ts";
import type { Row } from "./report/row.ts";
import { tableOf, writeReport } from "./report/write.ts";
import { awaitingGroups, bareGroups, promptGroups } from "./rows.ts";
import { type BenchSystem, startBenchSystem } from "./system/bench-system.ts";
import { startServers } from "./system/servers.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    short: { type: "boolean", default: false },
    "node-options": { type: "string" },
    "ledger-program": { type: "string" },
  },
});
const nodeOptions = values["node-options"];
const ledgerProgram = values["ledger-program"];
const folder = join(import.meta.dirname, "..", "..", ".build", "bench");
const defaultLinkWaitMs = 2_500;

const names = [bareGroups, promptGroups, awaitingGroups].flatMap((one) => Object.keys(one));
const wanted = new Set(values.only?.split(",") ?? names);
const unknown = [...wanted].filter((name) => !names.includes(name));
if (unknown.length > 0) {
  throw new Error(`There is no ${unknown.join(", ")}; there are ${names.join(", ")}`);
}

const rows: Row[] = [];

async function runGroups<Given>(
  groups: Readonly<Record<string, (given: Given) => Promise<readonly Row[]>>>,
  given: Given,
): Promise<void> {
  for (const [name, run] of Object.entries(groups)) {
    if (!wanted.has(name)) continue;
    console.error(`measuring ${name} …`);
    rows.push(...(await run(given)));
  }
}

async function runOnSystem(
  bench: Bench,
  groups: typeof promptGroups,
  linkWaitMs: number,
): Promise<void> {
  if (!Object.keys(groups).some((name) => wanted.has(name))) return;
  const system: BenchSystem = await startBenchSystem(bench.servers, {
    linkWaitMs,
    ...(nodeOptions !== undefined && { nodeOptions }),
  });
  try {
    await runGroups(groups, { ...bench, system });
  } finally {
    await system.stop();
  }
}

await bundlePrograms();
const servers = await startServers();
try {
  const plan = values.short ? shortPlan : fullPlan;
  const machine = await describeMachine(servers);
  const bench = { servers, plan, ...(ledgerProgram !== undefined && { ledgerProgram }) };
  await runGroups(bareGroups, bench);
  await runOnSystem(bench, promptGroups, 0);
  await runOnSystem(bench, awaitingGroups, defaultLinkWaitMs);
  const report = {
    machine,
    plan: `${plan.pairs} pairs of ${plan.durationMs} ms`,
    rows,
  };
  console.log(tableOf(report));
  console.log(`Written to ${writeReport(folder, report)}`);
} finally {
  await servers.stop();
}
