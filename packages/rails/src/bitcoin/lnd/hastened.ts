import { z } from "zod";
import { batchLabel, OutputText, SatsText } from "./units.ts";

/** A transaction of the wallet, as far as it tells what it hastened. Source: lnd `lnrpc.Transaction`. */
export const WalletTransaction = z.object({
  tx_hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** 0 while it is in none. */
  block_height: z.int(),
  total_fees: SatsText,
  label: z.string(),
  output_details: z
    .array(z.object({ output_index: OutputText, amount: SatsText, is_our_address: z.boolean() }))
    .refine(hasEachOnce),
  previous_outpoints: z.array(z.object({ outpoint: z.string() })),
});
export type WalletTransaction = z.output<typeof WalletTransaction>;

function hasEachOnce(outputs: readonly { readonly output_index: string }[]): boolean {
  return new Set(outputs.map((output) => output.output_index)).size === outputs.length;
}

/** Which of its outputs pay somebody, in their order: of a batch all but its change, else those that are not ours. */
export function paidIn({
  label,
  output_details: outputs,
}: Pick<WalletTransaction, "label" | "output_details">): number[] {
  const [, change] = batchText.exec(label) ?? [];
  return outputs
    .filter(({ output_index: at, is_our_address: isOurs }) =>
      change === undefined ? !isOurs : at !== change,
    )
    .map(({ output_index: at }) => Number(at))
    .toSorted((one, other) => one - other);
}

const batchText = new RegExp(`^${batchLabel}[0-9a-f]{64}:(none|\\d+)$`);

/** lnd labels what it does by itself: money that stays at the node, but for what it cost. */
export const ownLabel = /^\d+:(?:openchannel|closechannel|sweep|justice|anchor)/;

/**
 * The child that paid for its parent: a sweep in the same block that spends this output of it alone, and pays only us.
 * Whatever else spends it is a matter of the node's own.
 */
export function childOf<Listed extends WalletTransaction>(
  { outpoint, height }: { readonly outpoint: string; readonly height: number },
  transactions: readonly Listed[],
): Listed | undefined {
  return transactions.find(
    ({ block_height, label, previous_outpoints: spent, output_details: outputs }) =>
      height > 0 &&
      block_height === height &&
      ownLabel.test(label) &&
      spent.length === 1 &&
      spent[0]?.outpoint === outpoint &&
      outputs.every((output) => output.is_our_address),
  );
}
