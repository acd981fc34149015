import { SaveNumbers, WalletNumberView } from "@sanu/contracts";
import { z } from "zod";
import { requiredText } from "../../fields/fields.ts";
import { judgeNumbers } from "../../fields/judge-wallet.ts";
import { fieldLimits } from "../../limits.ts";
import { defineRoute } from "../define-route.ts";
import { listOf, savingOf } from "./saved-list.ts";

export const saveNumbers = defineRoute({
  ...savingOf("/wallet/numbers"),
  operationId: "saveNumbers",
  summary: "Save the whole list of mobile-money numbers instead of the one before",
  input: {
    body: z.object({ numbers: listOf({ number: requiredText(fieldLimits.phoneLettersMax) }) }),
  },
  success: {
    description: "The list as saved, as E.164; the same list again changes nothing",
    body: { data: z.object({ numbers: z.array(WalletNumberView) }) },
  },
  problems: SaveNumbers.refusals,
  judge: judgeNumbers,
  async handler({ client, principal: { accountId, country }, body }) {
    const numbers = body.numbers.map(({ label, number, is_default: isDefault }) => ({
      label,
      number,
      isDefault,
    }));
    const result = await client.request(SaveNumbers, { accountId, country, numbers });
    return result.kind === "replied" ? { data: result.data } : result;
  },
});
