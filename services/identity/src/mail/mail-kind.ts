/** The mails that identity sends. */
export type MailKind = "activation-code";
