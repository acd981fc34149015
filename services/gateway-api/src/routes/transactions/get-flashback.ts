import { FlashbackView, GetFlashback, GetMe } from "@sanu/contracts";
import { z } from "zod";
import { defineRoute } from "../define-route.ts";

const Query = z.object({
  month: z
    .string()
    .regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/)
    .optional()
    .describe("`2026-11`; the current month when missing"),
});

/** The user's name comes from identity. */
export const getFlashback = defineRoute({
  operationId: "getFlashback",
  method: "GET",
  url: "/transactions/flashback",
  access: "customers",
  tag: "transactions",
  summary: "One calendar month in numbers",
  input: { query: Query },
  success: {
    description: "The month",
    body: { data: FlashbackView.extend({ name: z.string() }) },
  },
  problems: GetMe.refusals,
  async handler({ client, principal: { accountId }, language, query: { month = null } }) {
    const [flashback, me] = await Promise.all([
      client.request(GetFlashback, { accountId, language, month }),
      client.request(GetMe, { accountId }),
    ]);
    if (flashback.kind !== "replied") return flashback;
    if (me.kind !== "replied") return me;
    return { data: { ...flashback.data.data, name: me.data.user.name } };
  },
});
