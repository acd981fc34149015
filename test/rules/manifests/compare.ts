import { spawnSync } from "node:child_process";
import { isDeepStrictEqual } from "node:util";
import { parseAllDocuments } from "yaml";
import { root } from "../tree/repository.ts";
import { nameOf } from "./schemas.ts";
import { home, overlays, rendered, restores } from "./tree.ts";

/** Whether the rules read what Kustomize prints. Ends with 1 where they do not; without a kubectl it says so, and with 0. */
const hasKubectl = spawnSync("kubectl", ["version", "--client"]).status === 0;

if (hasKubectl)
  for (const folder of [...restores, ...overlays.map((each) => `overlays/${each}`)])
    compare(folder);
else process.stdout.write("manifests: not compared with Kustomize: there is no kubectl here\n");

function compare(folder: string): void {
  const { stdout, stderr, status } = spawnSync("kubectl", ["kustomize", `${home}/${folder}`], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`${folder}: ${stderr}`);
  const theirs = parseAllDocuments(stdout).map((each): unknown => each.toJS());
  const ours = rendered(folder).objects;
  const different = ours.filter((each) => !theirs.some((other) => isDeepStrictEqual(other, each)));
  for (const each of different) process.stdout.write(`${folder}: ${nameOf(each)} differs\n`);
  if (different.length > 0 || ours.length !== theirs.length) process.exitCode = 1;
  process.stdout.write(`${folder}: ${ours.length} of ours, ${theirs.length} of Kustomize\n`);
}
