import { CountryCode, JoinWaitlist, WaitlistReceiptView } from "@sanu/contracts";
import { z } from "zod";
import { Email, IdempotencyHeaders, OptionalName, OptionalPhone } from "../../fields/fields.ts";
import { judgeWaiting } from "../../fields/judge-account.ts";
import { idempotencyOf, sendFrozen } from "../../plugins/idempotency.ts";
import { defineRoute } from "../define-route.ts";

const Body = z.object({
  email: Email,
  name: OptionalName,
  whatsapp: OptionalPhone,
  country: CountryCode.nullish().transform((code) => code ?? null),
});

export const joinWaitlist = defineRoute({
  operationId: "joinWaitlist",
  method: "POST",
  url: "/waitlist/create",
  access: "everybody",
  throttle: { action: "join-waitlist", subject: ["email"] },
  tag: "waitlist",
  summary: "Wait to be let in",
  input: { body: Body, headers: IdempotencyHeaders },
  success: {
    status: 201,
    description:
      "On the list, whether or not the address stood there already; " +
      "`Idempotent-Replayed: true` when the same request was answered before",
    body: { message: z.string(), data: z.object({ entry: WaitlistReceiptView }) },
  },
  problems: JoinWaitlist.refusals,
  judge: judgeWaiting,
  async handler({ client, body, headers, language, reply }) {
    const { email, name, whatsapp, country } = body;
    const idempotency = idempotencyOf(headers, [email, name, whatsapp, country]);
    const result = await client.request(JoinWaitlist, { ...body, language, idempotency });
    if (result.kind !== "replied") return result;
    return void sendFrozen(reply, 201, result.data);
  },
});
