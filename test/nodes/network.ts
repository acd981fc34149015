import { type LightningNetwork, type NodePrograms, startLightningNetwork } from "@sanu/local-stack";

let starting: Promise<LightningNetwork> | undefined;

/** The network that all files of a run use; behind the last of them `main.ts` ends it. */
export function sharedNetwork(): Promise<LightningNetwork> {
  starting ??= start();
  return starting;
}

async function start(): Promise<LightningNetwork> {
  const programs = JSON.parse(process.env["SANU_NODE_PROGRAMS"] ?? "null") as NodePrograms | null;
  const folder = process.env["SANU_NODES_FOLDER"];
  if (programs === null || folder === undefined) {
    throw new Error("Run these tests with `npm run test:nodes`");
  }
  return startLightningNetwork({ folder, programs });
}
