import { SaveNumbers, WalletNumberView } from "@sanu/contracts";
import { z } from "zod";
import { OptionalLabel, requiredText } from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { defineRoute } from "../define-route.ts";

const Body = z.object({
  numbers: z
    .array(
      z.object({
        label: OptionalLabel,
        number: requiredText(fieldLimits.phoneLettersMax),
        is_default: z.boolean().default(false).describe("At most one of the list"),
      }),
    )
    .max(fieldLimits.walletEntriesMax),
});

export const saveNumbers = defineRoute({
  operationId: "saveNumbers",
  method: "PUT",
  url: "/wallet/numbers",
  access: "customers",
  tag: "wallet",
  summary: "Save the whole list of mobile-money numbers instead of the one before",
  input: { body: Body },
  success: {
    description: "The list as saved, as E.164; the same list again changes nothing",
    body: { data: z.object({ numbers: z.array(WalletNumberView) }) },
  },
  problems: SaveNumbers.refusals,
  async handler({ client, principal: { accountId }, body }) {
    const numbers = body.numbers.map(({ label, number, is_default: isDefault }) => ({
      label,
      number,
      isDefault,
    }));
    const result = await client.request(SaveNumbers, { accountId, numbers });
    if (result.kind !== "replied") return result;
    return { data: result.data };
  },
});
