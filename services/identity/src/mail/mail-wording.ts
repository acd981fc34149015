import type { Language } from "@sanu/contracts";

/** What a mail says, without its code and user id. Nothing in it was typed by anybody. */
export interface MailTexts {
  readonly subject: string;
  readonly title: string;
  readonly lead: string;
  readonly below: string;
  /** Stands before the user id; a mail without it has none. */
  readonly userIdLabel?: string;
  readonly warnings: readonly string[];
}

export type Texts = Readonly<Record<Language, MailTexts>>;
