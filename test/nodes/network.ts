import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type LightningNetwork, type NodePrograms, startLightningNetwork } from "@sanu/local-stack";
import { eventually } from "@sanu/testing";

let starting: Promise<LightningNetwork> | undefined;

/** The network that all files of a run use; behind the last of them `main.ts` ends it. */
export function sharedNetwork(): Promise<LightningNetwork> {
  const { folder, programs } = place();
  starting ??= startLightningNetwork({ folder, programs });
  return starting;
}

/** One that a file may break for good; whoever starts it stops it. */
export async function startOwnNetwork(
  name: string,
): Promise<{ readonly network: LightningNetwork; readonly aliceFolder: string }> {
  const { folder, programs } = place();
  const own = join(folder, name);
  mkdirSync(own);
  const network = await startLightningNetwork({ folder: own, programs });
  return { network, aliceFolder: join(own, "alice") };
}

function place(): { readonly folder: string; readonly programs: NodePrograms } {
  const programs = JSON.parse(process.env["SANU_NODE_PROGRAMS"] ?? "null") as NodePrograms | null;
  const folder = process.env["SANU_NODES_FOLDER"];
  if (programs === null || folder === undefined) {
    throw new Error("Run these tests with `npm run test:nodes`");
  }
  return { folder, programs };
}

/**
 * Waits until both ends can pay each other again, as after the restart of a node, and has them forget the ways on which
 * they failed.
 */
export async function reconnected({ alice, bob, carol }: LightningNetwork): Promise<void> {
  await eventually(
    "both channels are open",
    async () => {
      const { channels } = await carol.call<{ readonly channels: readonly unknown[] }>(
        "GET",
        "/v1/channels?active_only=true",
      );
      return channels.length >= 2;
    },
    60_000,
  );
  for (const node of [alice, bob, carol]) await node.call("POST", "/v2/router/mc/reset", {});
}
