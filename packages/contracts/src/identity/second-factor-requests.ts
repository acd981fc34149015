import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { requestsOf } from "../request.ts";
import { staffOwn } from "../staff-use.ts";
import { InstantText, idOf } from "../texts.ts";
import { RequestSource } from "./source.ts";

const request = requestsOf("identity");
const ofSession = { accountId: idOf<AccountId>(), sessionId: idOf<string>() };
const forUse = { ...ofSession, source: RequestSource };
const withPassword = { ...ofSession, password: z.string() };

export const SecondFactorKind = z.enum(["totp", "passkey"]);
export type SecondFactorKind = z.infer<typeof SecondFactorKind>;

const SecondFactorView = z.object({
  id: z.uuid(),
  kind: SecondFactorKind,
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
type SecondFactorView = z.infer<typeof SecondFactorView>;

export const SecondFactorsView = z.object({
  factors: z.array(SecondFactorView),
  recovery_codes_left: z.int(),
  confirmed_at: z.string().nullable().describe("When this session last proved a second factor"),
});
export type SecondFactorsView = z.infer<typeof SecondFactorsView>;

/** `recoveryCodes` are shown once, with the first factor of an account; not to the same command again. */
const added = z.object({
  secondFactors: SecondFactorsView,
  recoveryCodes: z.array(z.string()).nullable(),
});

export const ListSecondFactors = request("list-second-factors", {
  staff: staffOwn,
  request: z.object(ofSession),
  reply: z.object({ secondFactors: SecondFactorsView }),
  refusals: ["unauthenticated"],
});

const addRefusals = [
  "validation-failed",
  "step-up-required",
  "too-many-second-factors",
  "forbidden",
  "unauthenticated",
] as const;
const beginRefusals = [...addRefusals, "too-many-requests", "service-unavailable"] as const;

/** Makes the secret of an authenticator app, which counts once a code of it is confirmed. */
export const BeginTotp = request("begin-totp", {
  staff: staffOwn,
  request: z.object(withPassword),
  reply: z.object({ factorId: z.uuid(), secret: z.string(), uri: z.string() }),
  refusals: beginRefusals,
  isCostly: true,
});

export const ConfirmTotp = request("confirm-totp", {
  staff: staffOwn,
  request: z.object({ ...forUse, factorId: idOf<string>(), code: z.string() }),
  reply: added,
  refusals: [...addRefusals, "too-many-requests", "not-found"],
});

export const RemoveSecondFactor = request("remove-second-factor", {
  staff: staffOwn,
  request: z.object({ ...ofSession, factorId: idOf<string>() }),
  reply: z.object({ secondFactors: SecondFactorsView }),
  refusals: ["not-found", "step-up-required", "last-second-factor", "unauthenticated"],
});

/** New recovery codes; those of before count no more. */
export const RenewRecoveryCodes = request("renew-recovery-codes", {
  staff: staffOwn,
  request: z.object(ofSession),
  /** Shown once: null where the same command made them before. */
  reply: z.object({ recoveryCodes: z.array(z.string()).nullable() }),
  refusals: ["step-up-required", "unauthenticated"],
});

/** Base64url, as browsers write what they return as JSON (WebAuthn, 5.1). */
const Encoded = z.string().regex(/^[\w-]{1,8192}$/);
const credentialOf = <Response extends z.ZodRawShape>(response: Response) =>
  z.object({
    id: Encoded,
    rawId: Encoded,
    type: z.literal("public-key"),
    response: z.object({ clientDataJSON: Encoded, ...response }),
  });

export const NewPasskeyCredential = credentialOf({ attestationObject: Encoded });
export type NewPasskeyCredential = z.infer<typeof NewPasskeyCredential>;

export const PasskeyCredential = credentialOf({ authenticatorData: Encoded, signature: Encoded });
export type PasskeyCredential = z.infer<typeof PasskeyCredential>;

/** What a page hands to `navigator.credentials`. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() });

export const BeginPasskey = request("begin-passkey", {
  staff: staffOwn,
  request: z.object(withPassword),
  reply: z.object({ options: PasskeyOptions }),
  refusals: beginRefusals,
  isCostly: true,
});

export const FinishPasskey = request("finish-passkey", {
  staff: staffOwn,
  request: z.object({ ...forUse, credential: NewPasskeyCredential }),
  reply: added,
  refusals: addRefusals,
});

/** What a passkey has to sign for a step-up; null for who has none. */
export const BeginStepUp = request("begin-step-up", {
  staff: staffOwn,
  request: z.object(ofSession),
  reply: z.object({ options: PasskeyOptions.nullable() }),
  refusals: ["unauthenticated"],
});

/** What proves a second factor. */
export const SecondFactorProof = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("totp"), code: z.string() }),
  z.object({ kind: z.literal("recovery-code"), code: z.string() }),
  z.object({ kind: z.literal("passkey"), credential: PasskeyCredential }),
]);
export type SecondFactorProof = z.infer<typeof SecondFactorProof>;

/** Writes into the session that a second factor was proved just now. */
export const StepUp = request("step-up", {
  staff: staffOwn,
  request: z.object({ ...forUse, proof: SecondFactorProof }),
  reply: z.object({ confirmedAt: InstantText, freshUntil: InstantText }),
  refusals: ["validation-failed", "too-many-requests", "unauthenticated"],
});

export const secondFactorRequests = [
  ListSecondFactors,
  BeginTotp,
  ConfirmTotp,
  BeginPasskey,
  FinishPasskey,
  RemoveSecondFactor,
  RenewRecoveryCodes,
  BeginStepUp,
  StepUp,
] as const;
