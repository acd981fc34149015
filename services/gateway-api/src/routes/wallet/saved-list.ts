import { z } from "zod";
import { OptionalLabel } from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";

/** What saving one of the wallet's lists has in common with saving the other. */
export const savingOf = <Url extends string>(url: Url) =>
  ({ method: "PUT", url, access: "customers", tag: "wallet" }) as const;

/** A whole list, each of its entries with these fields between its label and whether it is the default. */
export const listOf = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z
    .array(
      z.object({
        label: OptionalLabel,
        ...fields,
        is_default: z.boolean().default(false).describe("At most one of the list"),
      }),
    )
    .max(fieldLimits.walletEntriesMax);
