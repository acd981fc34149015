export const codeMailKinds = ["activation-code", "reactivation-code", "reset-code"] as const;
export type CodeMailKind = (typeof codeMailKinds)[number];

const decisionKinds = ["kyc-approved", "kyc-rejected"] as const;
export const noticeKinds = [
  "password-changed",
  "account-deactivated",
  "already-registered",
  ...decisionKinds,
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export type MailKind = CodeMailKind | NoticeKind;
