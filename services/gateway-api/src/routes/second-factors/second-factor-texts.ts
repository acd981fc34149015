import {
  type ConfirmTotp,
  type Language,
  PasskeyOptions,
  type ReplyData,
  SecondFactorsView,
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

const said = (fr: string, en: string) => ({ fr, en });

export const secondFactorTexts = {
  begun: said(
    "Ajoutez cette clé à votre application d'authentification, puis confirmez un code.",
    "Add this key to your authenticator app, then confirm a code.",
  ),
  challenged: said("Confirmez avec votre clé d'accès.", "Confirm with your passkey."),
  added: said("Second facteur ajouté.", "Second factor added."),
  removed: said("Second facteur retiré.", "Second factor removed."),
  renewed: said(
    "Voici vos nouveaux codes de secours. Les anciens ne servent plus.",
    "These are your new recovery codes. The old ones work no more.",
  ),
  confirmed: said("Second facteur confirmé.", "Second factor confirmed."),
} as const;

export function addedResponse(
  { secondFactors, recoveryCodes }: ReplyData<typeof ConfirmTotp>,
  language: Language,
) {
  const data = { second_factors: secondFactors, recovery_codes: recoveryCodes };
  return { message: secondFactorTexts.added[language], data };
}
