import { fileURLToPath } from "node:url";
import { type PrepareOptions, prepareGoPrograms } from "../go-programs/prepare-go-programs.ts";
import { lightningLimits } from "./lightning-limits.ts";

/** Where the programs of the network are. */
export interface NodePrograms {
  readonly chain: string;
  readonly lightning: string;
}

/** The programs, or one sentence on why there are none. */
export type PreparedPrograms =
  | { readonly programs: NodePrograms }
  | { readonly programs: undefined; readonly why: string };

const nodes = {
  name: "nodes",
  folder: fileURLToPath(new URL("programs", import.meta.url)),
  packages: ["github.com/btcsuite/btcd", "github.com/lightningnetwork/lnd/cmd/lnd"],
  tags: "chainrpc invoicesrpc peersrpc routerrpc signrpc walletrpc",
} as const;

/** Finds the node programs in the user's cache, or compiles them into it. */
export async function prepareNodePrograms(
  options: Partial<PrepareOptions> = {},
): Promise<PreparedPrograms> {
  const timeoutMs = lightningLimits.buildTimeoutMs;
  const prepared = await prepareGoPrograms(nodes, { timeoutMs, ...options });
  if (prepared.paths === undefined) return { programs: undefined, why: prepared.why };
  const [chain = "", lightning = ""] = prepared.paths;
  return { programs: { chain, lightning } };
}
