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
  fr: string,
  en: string,
  retryAfterSeconds?: number,
): ProblemDefinition =>
  retryAfterSeconds === undefined
    ? { status, title, message: { fr, en } }
    : { status, title, message: { fr, en }, retryAfterSeconds };

export const problems = {
  "malformed-json": problem(
    400,
    "Malformed JSON",
    "Le corps de la requête n'est pas un JSON valide.",
    "The request body is not valid JSON.",
  ),
  "bad-request": problem(
    400,
    "Bad request",
    "La requête est mal formée.",
    "The request is malformed.",
  ),
  "amount-below-minimum": problem(
    400,
    "Amount below minimum",
    "Le montant minimum est de {minimumXof} XOF.",
    "The minimum amount is {minimumXof} XOF.",
  ),
  "amount-above-maximum": problem(
    400,
    "Amount above maximum",
    "Le montant maximum est de {maximumXof} XOF.",
    "The maximum amount is {maximumXof} XOF.",
  ),
  "limit-exceeded": problem(
    400,
    "Monthly limit exceeded",
    "Ce montant dépasse votre limite mensuelle.",
    "This amount exceeds your monthly limit.",
  ),
  "too-many-open-transactions": problem(
    400,
    "Too many open transactions",
    "Vous avez déjà {openMax} transactions en cours.",
    "You already have {openMax} open transactions.",
  ),
  "receiver-amount-mismatch": problem(
    400,
    "Receiver amount mismatch",
    "Le montant de la facture ne correspond pas à la transaction.",
    "The invoice's amount does not match the transaction.",
  ),
  "receiver-expires-too-soon": problem(
    400,
    "Receiver expires too soon",
    "La facture expire avant la fin du délai de paiement.",
    "The invoice expires before the payment window ends.",
  ),
  "receiver-already-used": problem(
    400,
    "Receiver already used",
    "Cette facture est déjà utilisée par une autre transaction.",
    "This invoice is already used by another transaction.",
  ),
  "provider-not-available-for-number": problem(
    400,
    "Provider not available for this number",
    "Ce moyen de paiement n'est pas disponible pour ce numéro.",
    "This payment provider is not available for this number.",
  ),
  unauthenticated: problem(401, "Unauthenticated", "Unauthenticated.", "Unauthenticated."),
  "invalid-credentials": problem(
    401,
    "Invalid credentials",
    "Unauthenticated.",
    "Unauthenticated.",
  ),
  forbidden: problem(
    403,
    "Forbidden",
    "Vous n'avez pas accès à cette ressource.",
    "You do not have access to this resource.",
  ),
  "account-not-verified": problem(
    403,
    "Account not verified",
    "Votre compte n'est pas encore vérifié.",
    "Your account is not verified yet.",
  ),
  "account-deactivated": problem(
    403,
    "Account deactivated",
    "Votre compte est désactivé.",
    "Your account is deactivated.",
  ),
  "kyc-required": problem(
    403,
    "KYC required",
    "Une vérification d'identité est requise.",
    "Identity verification is required.",
  ),
  "not-found": problem(404, "Not found", "Ressource introuvable.", "Resource not found."),
  "idempotency-in-progress": problem(
    409,
    "Request in progress",
    "La première requête avec cette clé est encore en cours.",
    "The first request with this key is still in progress.",
    1,
  ),
  "body-too-large": problem(
    413,
    "Body too large",
    "Le corps de la requête est trop volumineux.",
    "The request body is too large.",
  ),
  "unsupported-media-type": problem(
    415,
    "Unsupported media type",
    "Le corps de la requête doit être au format JSON.",
    "The request body must be JSON.",
  ),
  "validation-failed": problem(
    422,
    "Validation failed",
    "Les données fournies sont invalides.",
    "The given data was invalid.",
  ),
  "idempotency-key-reused": problem(
    422,
    "Idempotency key reused",
    "Cette clé d'idempotence a déjà servi pour une autre requête.",
    "This idempotency key was already used for another request.",
  ),
  "too-many-requests": problem(
    429,
    "Too many requests",
    "Trop de requêtes. Réessayez plus tard.",
    "Too many requests. Try again later.",
    60,
  ),
  "rate-unavailable": problem(
    503,
    "Rate unavailable",
    "Aucun taux fiable n'est disponible pour le moment.",
    "No trustworthy rate is available right now.",
    30,
  ),
  "provider-unavailable": problem(
    503,
    "Provider unavailable",
    "Le moyen de paiement n'est pas disponible pour le moment.",
    "The payment provider is not available right now.",
    60,
  ),
  "service-unavailable": problem(
    503,
    "Service unavailable",
    "Service momentanément indisponible.",
    "Service temporarily unavailable.",
    1,
  ),
  "internal-error": problem(
    500,
    "Internal error",
    "Une erreur interne est survenue.",
    "An internal error occurred.",
  ),
} as const satisfies Record<string, ProblemDefinition>;

export type ProblemCode = keyof typeof problems;

/** Tells whether a text is a code of the list. */
export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(problems, text);
}
