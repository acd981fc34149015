import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { requestsOf } from "../request.ts";
import { publishingServices } from "../services.ts";
import { idOf } from "../texts.ts";

const request = requestsOf("identity");

/** What a service demands of an assertion; identity signs exactly this, by the keys of tokens. */
export const staffActTerms = {
  algorithm: "EdDSA",
  /** No access token is one, and no assertion is an access token (RFC 8725, 3.11). */
  type: "sanu-staff-act+jwt",
  issuer: "sanu-identity",
  lifeSeconds: 60,
  /** By how much the clocks of two databases may differ. */
  skewSecondsMax: 2,
} as const;

/** SHA-256 in base64url. */
const Hash = z.string().regex(/^[\w-]{43}$/);

const Claims = z.object({
  iss: z.literal(staffActTerms.issuer),
  /** The service that is asked. */
  aud: z.enum(publishingServices),
  sub: idOf<AccountId>(),
  /** The session of a person, whose proof it is and no other session's. */
  sid: idOf<string>().optional(),
  /** The API key of a machine. */
  key: idOf<string>().optional(),
  /** `<service>.<request>`. */
  op: z.string(),
  /** Of exactly the bytes of the request. */
  body: Hash,
  jti: idOf<string>(),
  iat: z.int(),
  exp: z.int(),
});

/** Of one session or of one key. */
export const StaffActClaims = Claims.refine(
  ({ sid, key }) => (sid === undefined) !== (key === undefined),
);
export type StaffActClaims = z.infer<typeof StaffActClaims>;

/** What somebody of the staff shows for herself; identity believes nothing else about her. */
export const StaffCredential = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("token"), token: z.string().max(4_096) }),
  z.object({ kind: z.literal("api-key"), keyHash: Hash }),
]);
export type StaffCredential = z.infer<typeof StaffCredential>;

/** Identity's word that who holds the credential may send this request now, once. */
export const AssertStaffAct = request("assert-staff-act", {
  request: z.object({
    credential: StaffCredential,
    service: z.enum(publishingServices),
    request: z.string().max(64),
    bodyHash: Hash,
    /** The client's address (IPv6 as its /64 network). */
    address: z.string(),
  }),
  reply: z.object({ assertion: z.string() }),
  refusals: ["unauthenticated", "forbidden", "second-factor-required", "step-up-required"],
});

export const staffActRequests = [AssertStaffAct] as const;
