import {
  BeginStepUp,
  PasskeyCredential,
  PasskeyOptions,
  type SecondFactorProof,
  StepUp,
  wordsIn,
} from "@sanu/contracts";
import { z } from "zod";
import { AuthenticatorCode, RecoveryCode } from "../../fields/fields.ts";
import { besideOthers } from "../../fields/said-rules.ts";
import { messageBody } from "../../openapi/responses.ts";
import { defineRoute } from "../define-route.ts";
import { inOwnSession, ofStaff } from "./own-session.ts";

const Body = z
  .object({
    code: AuthenticatorCode.nullish().describe("Of an authenticator app"),
    recovery_code: RecoveryCode.nullish(),
    credential: PasskeyCredential.nullish().describe("What `navigator.credentials.get` returned"),
  })
  .refine((body) => proofOf(body) !== undefined, { path: ["code"], ...besideOthers });

export const beginStepUp = defineRoute({
  operationId: "beginStepUp",
  ...ofStaff("POST", "/auth/step-up/passkey"),
  summary: "Get what `navigator.credentials.get` needs for a step-up",
  success: {
    description: "A challenge; null for who has no passkey",
    body: { data: z.object({ passkey: PasskeyOptions.nullable() }) },
  },
  problems: BeginStepUp.refusals,
  handler: async ({ client, principal }) =>
    inOwnSession(principal, async (of) => {
      const result = await client.request(BeginStepUp, of);
      return result.kind === "replied" ? { data: { passkey: result.data.options } } : result;
    }),
});

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
      return { message: wordsIn(language).secondFactors.confirmed, data };
    }),
});

interface Given {
  readonly code?: string | null | undefined;
  readonly recovery_code?: string | null | undefined;
  readonly credential?: PasskeyCredential | null | undefined;
}

function proofOf({
  code,
  recovery_code: recoveryCode,
  credential,
}: Given): SecondFactorProof | undefined {
  if (code) return { kind: "totp", code };
  if (credential) return { kind: "passkey", credential };
  return recoveryCode ? { kind: "recovery-code", code: recoveryCode } : undefined;
}
