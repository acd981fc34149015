import { BeginTotp, ConfirmTotp, wordsIn } from "@sanu/contracts";
import { z } from "zod";
import { AuthenticatorCode, GivenPassword, IdField } from "../../fields/fields.ts";
import { messageBody } from "../../openapi/responses.ts";
import { defineRoute } from "../define-route.ts";
import { inOwnSession, ofStaff } from "./own-session.ts";
import { addedBody, addedResponse } from "./second-factor-bodies.ts";

const key = z.object({
  id: z.uuid(),
  secret: z.string().describe("Base32, for who types it into the app"),
  uri: z.string().describe("`otpauth:`, for a QR code"),
});

export const beginTotp = defineRoute({
  operationId: "beginTotp",
  ...ofStaff("POST", "/auth/second-factors/totp"),
  summary: "Get the key for an authenticator app; it counts once a code is confirmed",
  input: { body: z.object({ password: GivenPassword }) },
  success: { description: "A new key", body: { ...messageBody, data: z.object({ totp: key }) } },
  problems: BeginTotp.refusals,
  handler: async ({ client, principal, body: { password }, language }) =>
    inOwnSession(principal, async (of) => {
      const result = await client.request(BeginTotp, { ...of, password });
      if (result.kind !== "replied") return result;
      const { factorId: id, secret, uri } = result.data;
      return {
        message: wordsIn(language).secondFactors.begun,
        data: { totp: { id, secret, uri } },
      };
    }),
});

export const confirmTotp = defineRoute({
  operationId: "confirmTotp",
  ...ofStaff("POST", "/auth/second-factors/totp/confirm"),
  summary: "Add an authenticator app by a code of it; the first factor brings recovery codes",
  input: { body: z.object({ id: IdField, code: AuthenticatorCode }) },
  success: { description: "The factors of the account", body: addedBody },
  problems: ConfirmTotp.refusals,
  handler: async ({ client, principal, body: { id: factorId, code }, language, source }) =>
    inOwnSession(principal, async (of) => {
      const result = await client.request(ConfirmTotp, { ...of, factorId, code, source });
      return result.kind === "replied" ? addedResponse(result.data, language) : result;
    }),
});
