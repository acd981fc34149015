import { EraseAccount, SealedView, wordsIn } from "@sanu/contracts";
import { z } from "zod";
import { GivenPassword } from "../../fields/fields.ts";
import { defineRoute } from "../define-route.ts";

export const erase = defineRoute({
  operationId: "erase",
  method: "POST",
  url: "/auth/erase",
  access: "accounts",
  tag: "accounts",
  summary: "Delete everything about you, for ever; refused while something of yours is open",
  input: { body: z.object({ password: GivenPassword }) },
  success: {
    description:
      "Deleted, and every token with it; `erased` is false while it is under way. `sealed` says what the law obliges to keep, until when",
    body: {
      message: z.string(),
      data: z.object({ erased: z.boolean(), sealed: SealedView.nullable() }),
    },
  },
  problems: EraseAccount.refusals,
  async handler({ client, principal: { accountId }, body: { password }, language }) {
    const result = await client.request(EraseAccount, { accountId, password });
    if (result.kind !== "replied") return result;
    const { isErased, sealed = null } = result.data;
    const { erased, sealed: kept, erasing } = wordsIn(language).account;
    const done = sealed === null ? erased : kept;
    return { message: isErased ? done : erasing, data: { erased: isErased, sealed } };
  },
});
