/** How mails are claimed, sent and tried again. A dead mail server costs a pause, not a mail. */
export const mailLimits = {
  /** How long the mails say that a code is valid, and how long it is. */
  codeLifeMs: 600_000,
  pollMs: 500,
  /** What it grows to while no mail is sent. */
  quietPollMs: 5_000,
  batchMax: 10,
  /** A mail whose sender died comes back after this time; longer than one send can take. */
  claimMs: 30_000,
  connectTimeoutMs: 5_000,
  greetingTimeoutMs: 5_000,
  silenceTimeoutMs: 10_000,
  /** The pause after a failure doubles from the first to the longest. */
  firstPauseMs: 500,
  longestPauseMs: 15_000,
  /** A mail without a code is worth sending for so long, and its pauses grow further. */
  noticeLifeMs: 86_400_000,
  longestNoticePauseMs: 600_000,
  /** So many tell one person of the same within a day: whoever holds her session fills no mailbox, and she knows by then. */
  limitedNoticesPerDay: 5,
} as const;
