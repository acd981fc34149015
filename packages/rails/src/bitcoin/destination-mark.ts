import { createHash } from "node:crypto";

/** Tells sends to the same receiver, by the node's key or the address, without naming it. */
export function destinationMark(kind: "node" | "address", name: string): string {
  return createHash("sha256").update(`sanu/destination/${kind}/${name}`).digest("hex").slice(0, 32);
}
