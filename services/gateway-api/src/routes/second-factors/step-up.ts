import { type SecondFactorProof, StepUp } from "@sanu/contracts";
import { z } from "zod";
import { AuthenticatorCode, RecoveryCode } from "../../fields/fields.ts";
import { messageBody } from "../../openapi/responses.ts";
import { defineRoute } from "../define-route.ts";
import { inOwnSession, ofStaff } from "./own-session.ts";
import { secondFactorTexts } from "./second-factor-texts.ts";

const Body = z
  .object({
    code: AuthenticatorCode.nullish().describe("Of an authenticator app"),
    recovery_code: RecoveryCode.nullish(),
  })
  .refine((body) => proofOf(body) !== undefined, { path: ["code"], when: () => true });

export const stepUp = defineRoute({
  operationId: "stepUp",
  ...ofStaff("POST", "/auth/step-up"),
  summary: "Prove a second factor in this session; acts on money need it again after a while",
  input: { body: Body },
  success: {
    description: "Proved",
    body: {
      ...messageBody,
      data: z.object({
        confirmed_at: z.string(),
        fresh_until: z.string().describe("Until then acts on money are open"),
      }),
    },
  },
  problems: StepUp.refusals,
  handler: async ({ client, principal, body, language, source }) =>
    inOwnSession(principal, async (of) => {
      const proof = proofOf(body) ?? { kind: "totp", code: "" };
      const result = await client.request(StepUp, { ...of, proof, source });
      if (result.kind !== "replied") return result;
      const { confirmedAt, freshUntil } = result.data;
      const data = { confirmed_at: confirmedAt, fresh_until: freshUntil };
      return { message: secondFactorTexts.confirmed[language], data };
    }),
});

interface Given {
  readonly code?: string | null | undefined;
  readonly recovery_code?: string | null | undefined;
}

function proofOf({ code, recovery_code: recoveryCode }: Given): SecondFactorProof | undefined {
  if (code) return { kind: "totp", code };
  return recoveryCode ? { kind: "recovery-code", code: recoveryCode } : undefined;
}
