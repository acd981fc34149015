export const signingKeyLimits = {
  /** Keys are read again so often, which is how a withdrawn key ends. */
  keysRefreshMs: 60_000,
  /** After a failed read, and at the earliest after any read that an unknown key id asks for. */
  keysRetryMs: 1_000,
  keysMax: 16,
  tokenLettersMax: 4_096,
} as const;
