import { SaveReceivers, WalletReceiverView } from "@sanu/contracts";
import { z } from "zod";
import { requiredText } from "../../fields/fields.ts";
import { judgeReceivers } from "../../fields/judge-wallet.ts";
import { fieldLimits } from "../../limits.ts";
import { defineRoute } from "../define-route.ts";
import { listOf, savingOf } from "./saved-list.ts";

export const saveReceivers = defineRoute({
  ...savingOf("/wallet/receivers"),
  operationId: "saveReceivers",
  summary: "Save the whole list of receivers instead of the one before",
  input: {
    body: z.object({
      receivers: listOf({
        receiver_address: requiredText(fieldLimits.receiverLettersMax).describe(
          "Lightning address, `lnurl1…` or on-chain address; no invoice, which serves once",
        ),
      }),
    }),
  },
  success: {
    description: "The list as saved, in canonical form; the same list again changes nothing",
    body: { data: z.object({ receivers: z.array(WalletReceiverView) }) },
  },
  problems: SaveReceivers.refusals,
  judge: judgeReceivers,
  async handler({ client, principal: { accountId }, body }) {
    const receivers = body.receivers.map(
      ({ label, receiver_address: receiver, is_default: isDefault }) => ({
        label,
        receiver,
        isDefault,
      }),
    );
    const result = await client.request(SaveReceivers, { accountId, receivers });
    return result.kind === "replied" ? { data: result.data } : result;
  },
});
