import { kycPieces, progressLimits, walletLimits } from "@sanu/contracts";

export const gatewayLimits = {
  /** A request body, also a callback's. */
  bodyBytesMax: 65_536,
  jsonDepthMax: 16,
  /** A client must have sent its headers, and then a body of JSON, within these. */
  headersTimeoutMs: 10_000,
  headerBytesMax: 16_384,
  headersMax: 100,
  /** How exactly the time-outs of requests are kept. */
  timeoutCheckMs: 1_000,
  requestTimeoutMs: 15_000,
  handshakeTimeoutMs: 10_000,
  /** A certificate in files is read again so often. */
  certificateReadMs: 60_000,
  /** The same for documents, which come over slow mobile networks. */
  uploadTimeoutMs: 180_000,
  /** A socket on which nothing moves; above the longest wait for a service, because a waiting client is silent. */
  connectionTimeoutMs: 30_000,
  /** Above the 60 s of common load balancers, so that they close first and never write into a closed socket. */
  keepAliveTimeoutMs: 72_000,
  pathParameterLettersMax: 128,
  idempotencyKeyLettersMax: 255,
  stopTimeoutMs: 15_000,
} as const;

export const requestLimits = {
  /** All requests to services for one HTTP request, attempt after attempt: nobody waits for 10 s. */
  totalMs: 8_000,
  attemptMs: 3_900,
  /** Between the attempts: long enough for a service that restarts to hand over to another replica. */
  retryPauseMs: 100,
  /** A second attempt with less than this is not worth a service's work. */
  usefulMsMin: 100,
} as const;

export const tokenLimits = {
  tokenLettersMax: 4_096,
  /** Verified tokens that are remembered, about 1 kB each. */
  verifiedTokensMax: 10_000,
  /** What identity's moment, as we know it, may be behind the one at which it issued a token. */
  issuedAheadMsMax: 2_000,
} as const;

export const keyLimits = {
  /** A key that was found is believed so long; one that is revoked ends with the message that says so. */
  rememberedMs: 5_000,
  /** So long after the moment that it names the end of an account's access may be committed: what identity said before is asked again. */
  commitMsMax: 10_000,
  rememberedMax: 1_000,
  /** One that was found so lately is asked about, however many unknown ones its address shows. */
  knownMs: 600_000,
  /** Keys that identity does not know, from one address. */
  missesPerMinute: 120,
  windowMs: 60_000,
} as const;

export const sessionLimits = {
  /** Identity publishes twice as often; after this silence it checks the token of every request. */
  silenceMs: 1_000,
  /** For such a check, and for reading what was revoked; both attempts together. */
  requestMs: 2_000,
  /** A message of identity may be so late before its moment is taken for a clock that was set. */
  skewMaxMs: 2_000,
  /** Between attempts to load what was revoked before the start. */
  loadRetryMs: 250,
  /** Revocations that are over are deleted so often. */
  deleteExpiredMs: 60_000,
  /** Between attempts to record a token's first use with identity. */
  firstUseRetryMs: 1_000,
  firstUsesAtOnceMax: 32,
  /** First uses that identity has not confirmed yet. What exceeds them is recorded when the token is seen anew. */
  firstUsesMax: 10_000,
} as const;

export const fieldLimits = {
  nameLettersMax: 100,
  labelLettersMax: walletLimits.labelLettersMax,
  walletEntriesMax: walletLimits.entriesMax,
  emailLettersMax: 254,
  /** Before the `@` (RFC 5321, 4.5.3.1.1). */
  emailLocalLettersMax: 64,
  passwordLettersMin: 8,
  passwordLettersMax: 128,
  phoneLettersMax: 32,
  addressLettersMax: 300,
  codeLettersMax: 64,
  receiverLettersMax: 2_048,
  providerLettersMax: 64,
  documentNumberLettersMax: 64,
  reasonLettersMax: 1_000,
  referenceLettersMax: 100,
  clientReferenceLettersMax: 100,
  /** Of a moment in ISO 8601, with its fraction and offset. */
  momentLettersMax: 40,
  caseHoursMax: 87_600,
  monthlyLimitXofMax: 1_000_000_000_000,
  /** More than any provider carries at once. */
  boundXofMax: 1_000_000_000_000,
  channelsMax: 100,
  spreadBasisPointsMax: 9_999,
  rateXofMax: 1_000_000_000_000,
  standingOrderCountMax: 10_000,
  manualRateMinutesMax: 1_440,
  manualRateMinutesDefault: 60,
  /** All there will ever be. */
  amountSatsMax: 2_100_000_000_000_000,
  searchLettersMax: 100,
  cursorLettersMax: 512,
  listRowsMax: 100,
  listRowsDefault: 50,
} as const;

/** How requests are counted; how many are allowed is a setting. */
export const throttleLimits = {
  windowMs: 60_000,
} as const;

/** While identity has more to hash than it can; see `adaptive-throttle.ts`. */
export const overloadLimits = {
  memoryMs: 750,
  sentPerServed: 3,
  answersMin: 20,
  /** Devices and addresses of people whom identity has called known, about 100 bytes each. */
  knownPlacesMax: 50_000,
} as const;

/** What is read and thrown away of a body that nobody wants, behind the response to it. */
export const unwantedBodyLimits = {
  discardedBytesMax: 1_048_576,
  discardTimeoutMs: 2_000,
} as const;

export const uploadLimits = {
  /** All documents of one request together. */
  documentBytesMax: kycPieces.documentBytesMax,
  /** The whole body: documents, fields, and what separates them. */
  bodyBytesMax: kycPieces.documentBytesMax + 65_536,
  /** The same as `unwantedBodyLimits`, for documents. */
  discardedBytesMax: 16_777_216,
  discardTimeoutMs: 10_000,
  pieceBytes: kycPieces.bytesMax,
  documentsMax: 6,
  fieldsMax: 16,
  fieldBytesMax: 1_024,
  partHeaderBytesMax: 8_192,
  partHeadersMax: 16,
} as const;

export const streamLimits = {
  /** Open at the same time for one user, and for one payment page. */
  perOwnerMax: { user: 6, page: 6 },
  /** Open at the same time for all payment pages of one account. */
  pagesOfAccountMax: 12,
  /** Open at the same time in this process. */
  openMax: { user: 2_000, page: 2_000 },
  /** Of these, for orders that nobody has paid for, which cost nothing to make. */
  unpaidMax: { user: 1_500, page: 1_500 },
  /** Then a stream ends and its client comes back; so it does when so long nothing changed. */
  durationMaxMs: 1_800_000,
  idleMaxMs: 600_000,
  /** Below `connectionTimeoutMs` and the 60 s after which common proxies give up. */
  heartbeatMs: 10_000,
  /** Every stream's token and age are looked at so often: a revoked token ends its streams within a second. */
  checkMs: 250,
  /** When a client whose stream ended comes back; each stream names a moment of its own between these. */
  retryMsMin: 1_000,
  retryMsMax: 3_000,
  /** When one that was turned away may come again. */
  retryAfterSeconds: 5,
  /** What a client has not taken yet. */
  pendingBytesMax: 65_536,
  /** The progress of all followed transactions is read so often, in case a message was lost. */
  pollMs: 5_000,
  readRetryMs: 1_000,
  readTransactionsMax: progressLimits.transactionsMax,
} as const;
