import { SaveReceivers, WalletReceiverView } from "@sanu/contracts";
import { z } from "zod";
import { OptionalLabel, requiredText } from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { defineRoute } from "../define-route.ts";

const Body = z.object({
  receivers: z
    .array(
      z.object({
        label: OptionalLabel,
        receiver_address: requiredText(fieldLimits.receiverLettersMax).describe(
          "Lightning address, `lnurl1…` or on-chain address; no invoice, which serves once",
        ),
        is_default: z.boolean().default(false).describe("At most one of the list"),
      }),
    )
    .max(fieldLimits.walletEntriesMax),
});

export const saveReceivers = defineRoute({
  operationId: "saveReceivers",
  method: "PUT",
  url: "/wallet/receivers",
  access: "customers",
  tag: "wallet",
  summary: "Save the whole list of receivers instead of the one before",
  input: { body: Body },
  success: {
    description: "The list as saved, in canonical form; the same list again changes nothing",
    body: { data: z.object({ receivers: z.array(WalletReceiverView) }) },
  },
  problems: SaveReceivers.refusals,
  async handler({ client, principal: { accountId }, body }) {
    const receivers = body.receivers.map(
      ({ label, receiver_address: receiver, is_default: isDefault }) => ({
        label,
        receiver,
        isDefault,
      }),
    );
    const result = await client.request(SaveReceivers, { accountId, receivers });
    if (result.kind !== "replied") return result;
    return { data: result.data };
  },
});
