/** Every limit of the gateway. */
export const gatewayLimits = {
  /** A request body, also a callback's. */
  bodyBytesMax: 65_536,
  jsonDepthMax: 16,
  /** A client must have sent its headers, and then its whole request, within these. */
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  /** A socket on which nothing moves; above the longest ask, because a waiting client is silent. */
  connectionTimeoutMs: 30_000,
  /** Above the 60 s of common load balancers, so that they close first and never write into a closed socket. */
  keepAliveTimeoutMs: 72_000,
  pathParameterLettersMax: 128,
  requestIdLettersMax: 64,
  idempotencyKeyLettersMax: 255,
  /** All parts of the service together. */
  stopTimeoutMs: 15_000,
} as const;

/** How long services are waited for. */
export const askLimits = {
  /** Both attempts together. */
  totalMs: 10_000,
  /** One attempt. */
  attemptMs: 4_900,
  /** Between the attempts: long enough for a service that restarts to hand over to another replica. */
  retryPauseMs: 100,
  /** A second attempt with less than this is not worth a service's work. */
  usefulMsMin: 100,
} as const;

/** Tokens and the keys that verify them. */
export const tokenLimits = {
  tokenLettersMax: 4_096,
  /** Verified tokens that are remembered, about 1 kB each. */
  verifiedTokensMax: 10_000,
  /** Keys are read again so often, which is how a withdrawn key ends. */
  keysRefreshMs: 60_000,
  /** After a failed read, and at the earliest after any read that an unknown key id asks for. */
  keysRetryMs: 1_000,
  keysMax: 16,
} as const;

/** The fields of the public API. */
export const fieldLimits = {
  nameLettersMax: 100,
  emailLettersMax: 254,
  passwordLettersMin: 8,
  passwordLettersMax: 128,
  phoneLettersMax: 32,
  receiverLettersMax: 2_048,
  providerLettersMax: 64,
  cursorLettersMax: 512,
  listRowsMax: 100,
  listRowsDefault: 50,
} as const;
