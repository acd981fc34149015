export const user = {
  id: "0191f3a0-0000-7000-8000-00000000000a",
  name: "Awa Traoré",
  email: "awa@example.com",
  whatsapp: null,
  country: "BJ",
  tag: "awatraore",
  address: null,
  is_active: false,
  roles: ["user"],
  kyc_status: "NONE",
  kyc_tier_id: 0,
  kyc_tier: { id: 0, name: "Starter", monthly_limit: 200_000, description: "Verified e-mail" },
  created_at: "2026-11-21T06:59:00.000001Z",
} as const;

const submission = {
  id: "0191f3a0-0000-7000-8000-0000000000c1",
  status: "PENDING",
  document_kind: "PASSPORT",
  documents: [
    {
      id: "0191f3a0-0000-7000-8000-0000000000d1",
      content_type: "application/pdf",
      bytes: 5,
    },
  ],
  submitted_at: "2026-11-21T07:00:00.000001Z",
  decided_at: null,
  reason: null,
} as const;

const review = {
  ...submission,
  document_number: "P-1",
  decided_by: null,
  user: { id: user.id, name: user.name, email: user.email, country: "BJ", kyc_tier_id: 0 },
} as const;

const staffUser = {
  ...user,
  status: "ACTIVE",
  verified_at: "2026-11-21T07:00:00.000001Z",
} as const;
const staffDetail = {
  ...staffUser,
  rulings: [
    {
      id: "0191f3a0-0000-7000-8000-0000000000e1",
      by: user.id,
      what: { role: "user" },
      reason: "because",
      at: "2026-11-21T07:00:00.000001Z",
    },
  ],
  erasure: null,
} as const;

const staffReplies = {
  "list-users": { rows: [staffUser], nextCursor: "next" },
  "get-user": { user: staffDetail },
  "get-account-trail": { mails: [], acts: [] },
  "suspend-user": { user: staffDetail },
  "list-kyc-tiers": { tiers: [user.kyc_tier] },
  "change-kyc-tier-limit": { tiers: [user.kyc_tier] },
};

const secondFactors = {
  factors: [
    {
      id: "0191f3a0-0000-7000-8000-0000000000f1",
      kind: "totp",
      created_at: user.created_at,
      last_used_at: null,
    },
  ],
  recovery_codes_left: 10,
  confirmed_at: "2026-11-21T07:00:00.000001Z",
} as const;
const recoveryCodes = ["0123-4567-89AB-CDEF"];

const apiKey = {
  id: "0191f3a0-0000-7000-8000-000000000091",
  user_id: user.id,
  prefix: "sanu_0123456789ab",
  scopes: ["listUsers"],
  networks: [],
  requests_per_minute: 60,
  open_transactions_max: null,
  monthly_limit: null,
  created_at: user.created_at,
  created_by: user.id,
  expires_at: "2027-02-21T07:00:00.000001Z",
  revoked_at: null,
  last_used_at: null,
  waits_for_approval: false,
} as const;
const key = `${apiKey.prefix}_${"k".repeat(43)}`;
const apiKeyReplies = {
  "list-api-keys": { apiKeys: [apiKey] },
  "create-api-key": { apiKey, key, proposal: null },
  "rotate-api-key": { apiKey, key, proposal: null },
  "change-api-key": { apiKey, proposal: null },
  "revoke-api-key": { apiKey },
  "find-api-key": { found: null },
};

const secondFactorReplies = {
  "list-second-factors": { secondFactors },
  "begin-totp": {
    factorId: secondFactors.factors[0].id,
    secret: "JBSWY3DP",
    uri: "otpauth://totp/x",
  },
  "confirm-totp": { secondFactors, recoveryCodes },
  "begin-passkey": { options: { challenge: "AA" } },
  "finish-passkey": { secondFactors, recoveryCodes },
  "begin-step-up": { options: { challenge: "AA" } },
  "remove-second-factor": { secondFactors },
  "renew-recovery-codes": { recoveryCodes },
  "step-up": {
    confirmedAt: "2026-11-21T07:00:00.000001Z",
    freshUntil: "2026-11-21T07:10:00.000001Z",
  },
};

/** What identity replies about documents. */
const kycReplies = {
  "get-kyc": { kyc: { status: "PENDING", tier: user.kyc_tier, submission } },
  "begin-kyc": { submissionId: submission.id },
  "add-kyc-piece": {},
  // The spaces show that the gateway sends these bytes and not others of the same meaning.
  "submit-kyc": { responseJson: '{ "success": true }', replayed: false },
  "drop-kyc": {},
  "list-kyc-submissions": { rows: [review], nextCursor: "next" },
  "get-kyc-submission": { submission: review },
  "get-kyc-piece": {
    contentType: "application/pdf",
    bytes: 5,
    pieces: 1,
    bytesBase64: Buffer.from("%PDF-").toString("base64"),
  },
  "decide-kyc": { submission: review },
};

export const identityReplies = {
  ...kycReplies,
  ...staffReplies,
  ...secondFactorReplies,
  ...apiKeyReplies,
  register: { user },
  "verify-otp": { user: { ...user, is_active: true } },
  "log-in": { token: "header.claims.signature", expiresInSeconds: 3_600, user },
  "request-code": {},
  "reset-password": {},
  "update-me": { user },
  "erase-account": { isErased: true },
  "deactivate-account": { user: { ...user, is_active: false } },
  "refresh-token": { token: "header.new-claims.signature", expiresInSeconds: 3_600, user },
  "log-out": {},
  "record-token-use": {},
  "check-session": { isLive: true },
  "list-revocations": { sequence: 0, isWhole: true, revocations: [] },
  "get-me": { user },
  "join-waitlist": {
    isNew: true,
    responseJson: JSON.stringify({
      success: true,
      message: "Vous êtes sur la liste d'attente.",
      data: { entry: { id: user.id, email: user.email } },
    }),
    replayed: false,
  },
  "list-waitlist": {
    rows: [
      {
        id: user.id,
        email: user.email,
        name: null,
        whatsapp: null,
        country: null,
        created_at: user.created_at,
      },
    ],
    nextCursor: "next",
  },
  "consume-quota": { retryAfterSeconds: null, limits: [] },
  "clear-login-failures": {},
  "find-principal": { principal: { accountId: user.id, roles: ["user"] } },
};
