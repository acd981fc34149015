import { type Sats, sats } from "@sanu/kernel";
import { z } from "zod";

/** From which amount on a transaction needs how many blocks, its own among them; the largest amounts last. */
export type Confirmations = readonly {
  readonly fromSats: Sats;
  readonly blocks: number;
}[];

const tableShape = /^0=[1-9]\d{0,2}(,[1-9]\d{0,15}=[1-9]\d{0,2})*$/;

/** `0=2,1000000=3`: two blocks, and three from a million satoshis on. */
export const ConfirmationsSetting = z
  .string()
  .regex(tableShape, "must be like 0=2,1000000=3: from so many satoshis on, so many blocks")
  .transform(
    (text): Confirmations =>
      text.split(",").map((entry) => {
        const [from = "0", blocks = "1"] = entry.split("=");
        return { fromSats: sats(BigInt(from)), blocks: Number(blocks) };
      }),
  )
  .refine((table) => table.every((entry, at) => isMore(entry, table[at - 1])), {
    error: "must name larger amounts with at least as many blocks behind smaller ones",
  });

function isMore(entry: Confirmations[number], before: Confirmations[number] | undefined): boolean {
  if (before === undefined) return true;
  return entry.fromSats > before.fromSats && entry.blocks >= before.blocks;
}

export function confirmationsFor(table: Confirmations, amountSats: Sats): number {
  return (
    table.findLast(({ fromSats }) => fromSats <= amountSats)?.blocks ?? mostConfirmations(table)
  );
}

export function mostConfirmations(table: Confirmations): number {
  return Math.max(...table.map(({ blocks }) => blocks));
}
