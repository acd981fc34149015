import { BeginPasskey, FinishPasskey, NewPasskeyCredential, wordsIn } from "@sanu/contracts";
import { z } from "zod";
import { GivenPassword } from "../../fields/fields.ts";
import { messageBody } from "../../openapi/responses.ts";
import { defineRoute } from "../define-route.ts";
import { inOwnSession, ofStaff } from "./own-session.ts";
import { addedBody, addedResponse, passkeyOptionsBody } from "./second-factor-bodies.ts";

export const beginPasskey = defineRoute({
  operationId: "beginPasskey",
  ...ofStaff("POST", "/auth/second-factors/passkeys"),
  summary: "Get what `navigator.credentials.create` needs to make a passkey",
  input: { body: z.object({ password: GivenPassword }) },
  success: { description: "A challenge", body: { ...messageBody, ...passkeyOptionsBody } },
  problems: BeginPasskey.refusals,
  handler: async ({ client, principal, body: { password }, language }) =>
    inOwnSession(principal, async (of) => {
      const result = await client.request(BeginPasskey, { ...of, password });
      if (result.kind !== "replied") return result;
      const data = { passkey: result.data.options };
      return { message: wordsIn(language).secondFactors.challenged, data };
    }),
});

export const finishPasskey = defineRoute({
  operationId: "finishPasskey",
  ...ofStaff("POST", "/auth/second-factors/passkeys/finish"),
  summary: "Add a passkey by what `navigator.credentials.create` returned",
  input: { body: z.object({ credential: NewPasskeyCredential }) },
  success: { description: "The factors of the account", body: addedBody },
  problems: FinishPasskey.refusals,
  handler: async ({ client, principal, body: { credential }, language, source }) =>
    inOwnSession(principal, async (of) => {
      const result = await client.request(FinishPasskey, { ...of, credential, source });
      return result.kind === "replied" ? addedResponse(result.data, language) : result;
    }),
});
