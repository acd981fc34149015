import {
  ListSecondFactors,
  RemoveSecondFactor,
  RenewRecoveryCodes,
  wordsIn,
} from "@sanu/contracts";
import { z } from "zod";
import { IdField } from "../../fields/fields.ts";
import { messageBody } from "../../openapi/responses.ts";
import { defineRoute } from "../define-route.ts";
import { inOwnSession, ofStaff } from "./own-session.ts";
import { recoveryCodesBody, secondFactorsBody } from "./second-factor-bodies.ts";

export const listSecondFactors = defineRoute({
  operationId: "listSecondFactors",
  ...ofStaff("GET", "/auth/second-factors"),
  summary: "What proves the account besides its password",
  success: { description: "The factors of the account", body: secondFactorsBody },
  problems: ListSecondFactors.refusals,
  handler: async ({ client, principal }) =>
    inOwnSession(principal, async (of) => {
      const result = await client.request(ListSecondFactors, of);
      return result.kind === "replied"
        ? { data: { second_factors: result.data.secondFactors } }
        : result;
    }),
});

export const removeSecondFactor = defineRoute({
  operationId: "removeSecondFactor",
  ...ofStaff("POST", "/auth/second-factors/:id/remove"),
  summary: "Remove a factor, never the last one; other sessions have to prove one again",
  input: { params: z.object({ id: IdField }) },
  success: { description: "What is left", body: { ...messageBody, ...secondFactorsBody } },
  problems: RemoveSecondFactor.refusals,
  handler: async ({ client, principal, params: { id: factorId }, language }) =>
    inOwnSession(principal, async (of) => {
      const result = await client.request(RemoveSecondFactor, { ...of, factorId });
      if (result.kind !== "replied") return result;
      const data = { second_factors: result.data.secondFactors };
      return { message: wordsIn(language).secondFactors.removed, data };
    }),
});

export const renewRecoveryCodes = defineRoute({
  operationId: "renewRecoveryCodes",
  problems: RenewRecoveryCodes.refusals,
  success: { description: "The codes", body: recoveryCodesBody },
  ...ofStaff("POST", "/auth/second-factors/recovery-codes"),
  summary: "Get new recovery codes; those of before work no more",
  handler: async ({ client, principal, language }) =>
    inOwnSession(principal, async (of) => {
      const result = await client.request(RenewRecoveryCodes, of);
      if (result.kind !== "replied") return result;
      const data = { recovery_codes: result.data.recoveryCodes };
      return { message: wordsIn(language).secondFactors.renewed, data };
    }),
});
