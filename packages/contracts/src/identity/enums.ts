import { z } from "zod";
import { InstantText } from "../texts.ts";

export const CountryCode = z.enum(["BJ", "BF", "CI", "GW", "ML", "NE", "SN", "TG"]);
export type CountryCode = z.infer<typeof CountryCode>;

/** What strangers may do only so often: the public routes that cost a hash, a mail or a guess. */
export const ThrottledAction = z.enum([
  "register",
  "verify-otp",
  "regenerate-otp",
  "log-in",
  "reactivate",
  "request-reset",
  "reset-password",
  "join-waitlist",
]);
export type ThrottledAction = z.infer<typeof ThrottledAction>;

/** What an account may do; everybody has `user`. */
export const AccountRole = z.enum(["admin", "service_client", "user"]);
export type AccountRole = z.infer<typeof AccountRole>;

export const KycStatus = z.enum(["NONE", "PENDING", "APPROVED", "REJECTED"]);
export type KycStatus = z.infer<typeof KycStatus>;

export const KycDocumentKind = z.enum([
  "NATIONAL_ID",
  "PASSPORT",
  "RESIDENCE_PERMIT",
  "DRIVING_LICENCE",
  "VOTER_CARD",
]);
export type KycDocumentKind = z.infer<typeof KycDocumentKind>;

/** Whoever has it has nothing more to prove; it takes two reviewers. */
export const KYC_TIER_HIGHEST = 3;

/** What an account is: `PENDING` until its address is proved. */
export const AccountStatus = z.enum(["PENDING", "ACTIVE", "DEACTIVATED", "SUSPENDED"]);
export type AccountStatus = z.infer<typeof AccountStatus>;

/** What the law obliges to keep of a person who was erased: who she was, what proved it, her transactions. */
const SealedKind = z.enum(["identity", "documents", "transactions"]);
export const SealedView = z.object({ until: InstantText, what: z.array(SealedKind).min(1) });
export type SealedView = z.infer<typeof SealedView>;
