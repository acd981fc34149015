import { bech32 } from "@scure/base";
import type { Random } from "./random.ts";

/** An address of regtest, which no real bitcoin can reach, for a key that nobody has. */
export function drawAddress(random: Random): string {
  const program = Uint8Array.from({ length: 20 }, () => random.whole(0, 255));
  return bech32.encode("bcrt", [0, ...bech32.toWords(program)]);
}
