export const codeMailKinds = ["activation-code", "reactivation-code", "reset-code"] as const;
export type CodeMailKind = (typeof codeMailKinds)[number];

const decisionKinds = ["kyc-approved", "kyc-rejected"] as const;
const secondFactorKinds = [
  "second-factor-added",
  "second-factor-removed",
  "second-factors-reset",
  "recovery-code-used",
  "recovery-codes-renewed",
] as const;
/** What whoever holds her session can do without her password: where money would go by it, she is told. */
const sessionKinds = [
  "details-changed",
  "wallet-changed",
  "order-placed",
  "refund-invoice-provided",
] as const;
/** What she alone can do, and money waits for. */
const requestKinds = ["refund-invoice-needed"] as const;
export const noticeKinds = [
  "password-changed",
  "account-deactivated",
  "already-registered",
  ...sessionKinds,
  ...requestKinds,
  ...decisionKinds,
  ...secondFactorKinds,
] as const;
/** What one person is told of a few times a day at most. */
export type LimitedNotice = (typeof sessionKinds)[number] | (typeof requestKinds)[number];
export type SessionNotice = (typeof sessionKinds)[number];
export type NoticeKind = (typeof noticeKinds)[number];

/** The last mail to somebody: what was deleted, and what is sealed until when. */
export const farewellKinds = ["account-erased", "account-sealed"] as const;
export type FarewellKind = (typeof farewellKinds)[number];

/** About standing orders: one waits for its money; one failed too often and has ended. */
export const orderMailKinds = ["order-due", "order-failing"] as const;
export type OrderMailKind = (typeof orderMailKinds)[number];

export type MailKind = CodeMailKind | NoticeKind | FarewellKind | OrderMailKind;
