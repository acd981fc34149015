import { type Xof, xof } from "@sanu/kernel";
import { z } from "zod";
import type { Terms } from "../transaction/create-command.ts";

/** The least and the most that a channel carries at once; null where the terms say all. */
export interface ChannelBounds {
  readonly minXof: Xof | null;
  readonly maxXof: Xof | null;
}

export type BoundsByChannel = ReadonlyMap<string, ChannelBounds>;

const entryShape = /^([A-Z][A-Z0-9_]{1,39})=(\d{1,12})-(\d{1,12})$/;

/** `MTN_OPEN=100-500000,MOOV_BENIN=200-1000000` → the bounds of each channel, whole XOF. */
export const ChannelBoundsSetting = z.string().transform((text, context): BoundsByChannel => {
  const bounds = new Map<string, ChannelBounds>();
  for (const entry of text.split(",").filter((each) => each !== "")) {
    const [, channel = "", least = "0", most = "0"] = entryShape.exec(entry) ?? [];
    const [minXof, maxXof] = [xof(BigInt(least)), xof(BigInt(most))];
    if (channel === "" || minXof > maxXof || bounds.has(channel)) {
      context.addIssue("must be like CHANNEL=100-500000, each channel once, commas between them");
      return z.NEVER;
    }
    bounds.set(channel, { minXof, maxXof });
  }
  return bounds;
});

/** The exchange's terms as far as a channel carries them. */
export function termsWithin(terms: Terms, bounds: ChannelBounds | undefined): Terms {
  if (bounds === undefined) return terms;
  const { amountMinXof, amountMaxXof } = terms;
  const { minXof, maxXof } = bounds;
  return {
    ...terms,
    amountMinXof: minXof !== null && minXof > amountMinXof ? minXof : amountMinXof,
    amountMaxXof: maxXof !== null && maxXof < amountMaxXof ? maxXof : amountMaxXof,
  };
}
