import {
  type ConfirmTotp,
  type Language,
  PasskeyOptions,
  type ReplyData,
  SecondFactorsView,
  wordsIn,
} from "@sanu/contracts";
import { z } from "zod";
import { messageBody } from "../../openapi/responses.ts";

const secondFactors = SecondFactorsView;
const recoveryCodes = z.array(z.string()).describe("Shown once; each works once");

export const secondFactorsBody = { data: z.object({ second_factors: secondFactors }) };
export const recoveryCodesBody = {
  ...messageBody,
  data: z.object({
    recovery_codes: recoveryCodes
      .nullable()
      .describe("Null where they were made and the answer got lost: get new ones"),
  }),
};
export const passkeyOptionsBody = { data: z.object({ passkey: PasskeyOptions }) };
export const addedBody = {
  ...messageBody,
  data: z.object({
    second_factors: secondFactors,
    recovery_codes: recoveryCodes.nullable().describe("With the first factor of an account"),
  }),
};

export function addedResponse(
  { secondFactors, recoveryCodes }: ReplyData<typeof ConfirmTotp>,
  language: Language,
) {
  const data = { second_factors: secondFactors, recovery_codes: recoveryCodes };
  return { message: wordsIn(language).secondFactors.added, data };
}
