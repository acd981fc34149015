import {
  AccountRole,
  CountryCode,
  eventsOf,
  InstantText,
  idOf,
  OpenBusiness,
  SealedView,
  XofText,
} from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import { z } from "zod";

const kycTier = z.int().min(0).max(3);
const roles = z.array(AccountRole).min(1).readonly();

const event = eventsOf({ accountId: idOf<AccountId>() });

/** What an event says of a decision of the staff: who, when and under which id the reason was written down. */
const action = { by: idOf<AccountId>(), reasonId: idOf<string>(), at: InstantText };

const AccountRegistered = event("AccountRegistered", {
  country: CountryCode,
  registeredAt: InstantText,
});
const AccountActivated = event("AccountActivated", {
  country: CountryCode,
  kycTier,
  activatedAt: InstantText,
});
const AccountDeactivated = event("AccountDeactivated", { at: InstantText });
const AccountReactivated = event("AccountReactivated", { at: InstantText });
const PasswordReset = event("PasswordReset", { at: InstantText });
const CountryChanged = event("CountryChanged", { country: CountryCode, at: InstantText });
const AccountSuspended = event("AccountSuspended", action);
const SuspensionLifted = event("SuspensionLifted", action);
const RolesChanged = event("RolesChanged", { roles, ...action });
const KycTierChanged = event("KycTierChanged", { kycTier, ...action });
const ofSubmission = { submissionId: idOf<string>() };
const KycSubmitted = event("KycSubmitted", { ...ofSubmission, at: InstantText });
const KycApproved = event("KycApproved", {
  ...ofSubmission,
  /** The document under a key of the deployment. */
  documentHmac: z.string(),
  ...action,
});
const KycRejected = event("KycRejected", { ...ofSubmission, ...action });
const KycDocumentOpened = event("KycDocumentOpened", {
  ...ofSubmission,
  documentId: idOf<string>(),
  by: idOf<AccountId>(),
  at: InstantText,
});

const ofErasure = { erasureId: idOf<string>() };
const ErasureRequested = event("ErasureRequested", {
  ...ofErasure,
  by: idOf<AccountId>(),
  at: InstantText,
});
const ErasureRefused = event("ErasureRefused", {
  ...ofErasure,
  open: z.array(OpenBusiness).min(1).readonly(),
  at: InstantText,
});
const AccountErased = event("AccountErased", {
  ...ofErasure,
  /** Absent where nothing of the person had to be kept. */
  sealed: SealedView.optional(),
  at: InstantText,
});

/** What a service may order by a key of this account from now on, until the key ends. */
const OrderingKeyChanged = event("OrderingKeyChanged", {
  keyId: idOf<string>(),
  openTransactionsMax: z.int().min(1),
  monthlyLimitXof: XofText,
  endsAt: InstantText,
  ...action,
});

/** Everything that can have happened to an account. Who the person is stands in tables that can be erased. */
export const AccountEvent = z.discriminatedUnion("type", [
  AccountRegistered,
  AccountActivated,
  AccountDeactivated,
  AccountReactivated,
  PasswordReset,
  CountryChanged,
  AccountSuspended,
  SuspensionLifted,
  RolesChanged,
  KycTierChanged,
  KycSubmitted,
  KycApproved,
  KycRejected,
  KycDocumentOpened,
  OrderingKeyChanged,
  ErasureRequested,
  ErasureRefused,
  AccountErased,
]);
export type AccountEvent = z.infer<typeof AccountEvent>;
