/**
 * The closed list of problem codes of the public API: HTTP status, English title and the message in both
 * languages. `{name}` in a message is replaced by the refusal's parameter of that name.
 * RFC 9457; a code never changes its meaning.
 */
export interface ProblemDefinition {
  readonly status: number;
  readonly title: string;
  readonly message: { readonly fr: string; readonly en: string };
  /** Seconds a client should wait before it tries again; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

const problem = (
  status: number,
  title: string,
  message: ProblemDefinition["message"],
  retryAfterSeconds?: number,
): ProblemDefinition =>
  retryAfterSeconds === undefined
    ? { status, title, message }
    : { status, title, message, retryAfterSeconds };

export const problems = {
  "malformed-json": problem(400, "Malformed JSON", {
    fr: "Le corps de la requête n'est pas un JSON valide.",
    en: "The request body is not valid JSON.",
  }),
  "bad-request": problem(400, "Bad request", {
    fr: "La requête est mal formée.",
    en: "The request is malformed.",
  }),
  "amount-below-minimum": problem(400, "Amount below minimum", {
    fr: "Le montant minimum est de {minimumXof} XOF.",
    en: "The minimum amount is {minimumXof} XOF.",
  }),
  "amount-above-maximum": problem(400, "Amount above maximum", {
    fr: "Le montant maximum est de {maximumXof} XOF.",
    en: "The maximum amount is {maximumXof} XOF.",
  }),
  "limit-exceeded": problem(400, "Monthly limit exceeded", {
    fr: "Ce montant dépasse votre limite mensuelle.",
    en: "This amount exceeds your monthly limit.",
  }),
  "too-many-open-transactions": problem(400, "Too many open transactions", {
    fr: "Vous avez déjà {openMax} transactions en cours.",
    en: "You already have {openMax} open transactions.",
  }),
  "receiver-amount-mismatch": problem(400, "Receiver amount mismatch", {
    fr: "Le montant de la facture ne correspond pas à la transaction.",
    en: "The invoice's amount does not match the transaction.",
  }),
  "receiver-expires-too-soon": problem(400, "Receiver expires too soon", {
    fr: "La facture expire avant la fin du délai de paiement.",
    en: "The invoice expires before the payment window ends.",
  }),
  "receiver-already-used": problem(400, "Receiver already used", {
    fr: "Cette facture est déjà utilisée par une autre transaction.",
    en: "This invoice is already used by another transaction.",
  }),
  "provider-not-available-for-number": problem(400, "Provider not available for this number", {
    fr: "Ce moyen de paiement n'est pas disponible pour ce numéro.",
    en: "This payment provider is not available for this number.",
  }),
  unauthenticated: problem(401, "Unauthenticated", {
    fr: "Unauthenticated.",
    en: "Unauthenticated.",
  }),
  "invalid-credentials": problem(401, "Invalid credentials", {
    fr: "Unauthenticated.",
    en: "Unauthenticated.",
  }),
  forbidden: problem(403, "Forbidden", {
    fr: "Vous n'avez pas accès à cette ressource.",
    en: "You do not have access to this resource.",
  }),
  "account-not-verified": problem(403, "Account not verified", {
    fr: "Votre compte n'est pas encore vérifié.",
    en: "Your account is not verified yet.",
  }),
  "account-deactivated": problem(403, "Account deactivated", {
    fr: "Votre compte est désactivé.",
    en: "Your account is deactivated.",
  }),
  "kyc-required": problem(403, "KYC required", {
    fr: "Une vérification d'identité est requise.",
    en: "Identity verification is required.",
  }),
  "not-found": problem(404, "Not found", {
    fr: "Ressource introuvable.",
    en: "Resource not found.",
  }),
  "request-timeout": problem(408, "Request timeout", {
    fr: "La requête n'a pas été reçue à temps.",
    en: "The request was not received in time.",
  }),
  "idempotency-in-progress": problem(
    409,
    "Request in progress",
    {
      fr: "La première requête avec cette clé est encore en cours.",
      en: "The first request with this key is still in progress.",
    },
    1,
  ),
  "body-too-large": problem(413, "Body too large", {
    fr: "Le corps de la requête est trop volumineux.",
    en: "The request body is too large.",
  }),
  "unsupported-media-type": problem(415, "Unsupported media type", {
    fr: "Le corps de la requête doit être au format JSON.",
    en: "The request body must be JSON.",
  }),
  "validation-failed": problem(422, "Validation failed", {
    fr: "Les données fournies sont invalides.",
    en: "The given data was invalid.",
  }),
  "idempotency-key-reused": problem(422, "Idempotency key reused", {
    fr: "Cette clé d'idempotence a déjà servi pour une autre requête.",
    en: "This idempotency key was already used for another request.",
  }),
  "too-many-requests": problem(
    429,
    "Too many requests",
    {
      fr: "Trop de requêtes. Réessayez plus tard.",
      en: "Too many requests. Try again later.",
    },
    60,
  ),
  "headers-too-large": problem(431, "Headers too large", {
    fr: "Les en-têtes de la requête sont trop volumineux.",
    en: "The request headers are too large.",
  }),
  "rate-unavailable": problem(
    503,
    "Rate unavailable",
    {
      fr: "Aucun taux fiable n'est disponible pour le moment.",
      en: "No trustworthy rate is available right now.",
    },
    30,
  ),
  "provider-unavailable": problem(
    503,
    "Provider unavailable",
    {
      fr: "Le moyen de paiement n'est pas disponible pour le moment.",
      en: "The payment provider is not available right now.",
    },
    60,
  ),
  "service-unavailable": problem(
    503,
    "Service unavailable",
    {
      fr: "Service momentanément indisponible.",
      en: "Service temporarily unavailable.",
    },
    1,
  ),
  "internal-error": problem(500, "Internal error", {
    fr: "Une erreur interne est survenue.",
    en: "An internal error occurred.",
  }),
} as const satisfies Record<string, ProblemDefinition>;

export type ProblemCode = keyof typeof problems;

/** Tells whether a text is a code of the list. */
export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(problems, text);
}
