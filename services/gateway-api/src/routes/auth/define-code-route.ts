import { RequestCode, type RequestInput, wordsIn } from "@sanu/contracts";
import type { z } from "zod";
import { messageBody } from "../../openapi/responses.ts";
import type { Throttle } from "../../throttle/throttle.ts";
import { defineRoute } from "../define-route.ts";
import { openStep } from "./open-step.ts";

type Reason = RequestInput<typeof RequestCode>["reason"];

/** An operation that mails a code. Its response is the same whether there is such an account or not, on purpose. */
export function defineCodeRoute(route: {
  readonly operationId: string;
  readonly url: string;
  readonly throttle: Throttle<"email" | "user_id">;
  readonly reason: Reason;
  readonly summary: string;
  readonly body: z.ZodType<{
    readonly email?: string | null | undefined;
    readonly user_id?: RequestInput<typeof RequestCode>["userId"] | undefined;
  }>;
}) {
  const { operationId, url, throttle, reason, summary, body } = route;
  return defineRoute({
    operationId,
    ...openStep(url, throttle),
    summary,
    input: { body },
    success: { description: "Always the same", body: messageBody },
    problems: RequestCode.refusals,
    async handler({ client, body: { user_id: userId = null, email = null }, language, source }) {
      const result = await client.request(RequestCode, { reason, userId, email, source });
      if (result.kind !== "replied") return result;
      return { message: wordsIn(language).account.codeSent[reason] };
    },
  });
}
