import { z } from "zod";
import { KycDocumentKind, KycStatus } from "./enums.ts";
import { KycTierView } from "./views.ts";

export const KycDocumentView = z.object({
  id: z.uuid(),
  content_type: z.enum(["image/jpeg", "image/png", "application/pdf"]),
  bytes: z.int(),
});
export type KycDocumentView = z.infer<typeof KycDocumentView>;

export const KycSubmissionView = z.object({
  id: z.uuid(),
  status: KycStatus.exclude(["NONE"]),
  document_kind: KycDocumentKind,
  documents: z.array(KycDocumentView),
  submitted_at: z.string(),
  decided_at: z.string().nullable(),
  reason: z.string().nullable(),
});
export type KycSubmissionView = z.infer<typeof KycSubmissionView>;

/** Where a person stands; `submission` is the newest. */
export const KycView = z.object({
  status: KycStatus,
  tier: KycTierView,
  submission: KycSubmissionView.nullable(),
});
export type KycView = z.infer<typeof KycView>;

export const KycReviewView = KycSubmissionView.extend({
  /** `null` where it cannot be opened: its key is missing, or it was changed behind our back. */
  document_number: z.string().nullable(),
  decided_by: z.uuid().nullable(),
  user: z.object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    country: z.string(),
    kyc_tier_id: z.int(),
  }),
});
export type KycReviewView = z.infer<typeof KycReviewView>;
