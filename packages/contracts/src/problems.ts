import { caseProblems } from "./case-problems.ts";
import { type ProblemDefinition, problem } from "./problem-definition.ts";
import { staffProblems } from "./staff-problems.ts";

/** The same whether nobody is logged in or somebody could not: it tells nothing about the account. */
const unauthenticated = { fr: "Unauthenticated.", en: "Unauthenticated." };

/**
 * The closed list of problem codes of the public API: HTTP status, English title and the message in both
 * languages. `{name}` in a message is replaced by the refusal's parameter of that name.
 * RFC 9457; a code never changes its meaning.
 */
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
  "number-cooling-down": problem(400, "Number cooling down", {
    fr: "Ce numéro a reçu trop de demandes de paiement sans réponse. Réessayez dans une heure.",
    en: "This number got too many payment prompts without an answer. Try again in an hour.",
  }),
  "quote-expired": problem(400, "Quote expired", {
    fr: "Ce devis a expiré. Demandez-en un nouveau.",
    en: "This quote has expired. Ask for a new one.",
  }),
  "quote-already-used": problem(400, "Quote already used", {
    fr: "Ce devis a déjà servi pour une transaction.",
    en: "This quote was already used for a transaction.",
  }),
  "quote-mismatch": problem(400, "Quote mismatch", {
    fr: "Le type ou le montant n'est pas celui du devis.",
    en: "The type or the amount is not that of the quote.",
  }),
  "rate-too-far": problem(400, "Rate too far", {
    fr: "Ce taux est trop éloigné du dernier taux connu. Confirmez-le s'il est voulu.",
    en: "This rate is too far from the last known one. Confirm it if it is meant.",
  }),
  "receiver-amount-mismatch": problem(400, "Receiver amount mismatch", {
    fr: "La facture doit demander exactement {amountSats} satoshis, ou aucun montant.",
    en: "The invoice has to ask for exactly {amountSats} satoshis, or for no amount.",
  }),
  "receiver-expires-too-soon": problem(400, "Receiver expires too soon", {
    fr: "La facture expire avant la fin du délai de paiement.",
    en: "The invoice expires before the payment window ends.",
  }),
  "return-not-needed": problem(400, "Return not needed", {
    fr: "Aucun remboursement n'attend de facture pour cette transaction.",
    en: "No return of this transaction waits for an invoice.",
  }),
  "not-in-review": problem(400, "Not in review", {
    fr: "Cette transaction n'est pas en cours d'examen.",
    en: "This transaction is not in review.",
  }),
  "money-is-owed": problem(400, "Money is owed", {
    fr: "De l'argent reste dû : ordonnez un remboursement ou indiquez qu'il est rendu.",
    en: "Money is still owed: order a refund, or say that it was returned.",
  }),
  "nothing-to-refund": problem(400, "Nothing to refund", {
    fr: "Rien ne peut être remboursé ainsi pour cette transaction.",
    en: "Nothing of this transaction can be refunded this way.",
  }),
  ...caseProblems,
  "receiver-already-used": problem(400, "Receiver already used", {
    fr: "Cette facture est déjà utilisée par une autre transaction.",
    en: "This invoice is already used by another transaction.",
  }),
  "provider-not-available-for-number": problem(400, "Provider not available for this number", {
    fr: "Ce moyen de paiement n'est pas disponible pour ce numéro. Possibles : {available}.",
    en: "This payment provider is not available for this number. Available: {available}.",
  }),
  "kyc-already-pending": problem(400, "KYC already pending", {
    fr: "Vos documents sont déjà en cours de vérification.",
    en: "Your documents are already being checked.",
  }),
  "kyc-already-complete": problem(400, "KYC already complete", {
    fr: "Votre compte a déjà le niveau de vérification le plus élevé.",
    en: "Your account already has the highest level of verification.",
  }),
  "kyc-already-decided": problem(400, "KYC already decided", {
    fr: "Cette demande a déjà fait l'objet d'une autre décision.",
    en: "This submission has already been decided otherwise.",
  }),
  "kyc-tiers-out-of-order": problem(400, "KYC tiers out of order", {
    fr: "La limite d'un niveau ne peut pas dépasser celle du niveau suivant.",
    en: "The limit of a tier cannot be above that of the next one.",
  }),
  "account-in-use": problem(400, "Account in use", {
    fr: "Une transaction, un remboursement ou une vérification de votre compte est encore en cours. Réessayez quand tout sera terminé.",
    en: "A transaction, a refund or a review of your account is still open. Try again once everything is finished.",
  }),
  "last-admin": problem(400, "Last admin", {
    fr: "Vous êtes le dernier administrateur. Donnez d'abord ce rôle à un autre compte.",
    en: "You are the last admin. Give the role to another account first.",
  }),
  "user-not-verified": problem(400, "User not verified", {
    fr: "L'adresse e-mail de ce compte n'est pas encore vérifiée.",
    en: "The email address of this account is not verified yet.",
  }),
  unauthenticated: problem(401, "Unauthenticated", unauthenticated),
  "invalid-credentials": problem(401, "Invalid credentials", unauthenticated),
  forbidden: problem(403, "Forbidden", {
    fr: "Vous n'avez pas accès à cette ressource.",
    en: "You do not have access to this resource.",
  }),
  ...staffProblems,
  "account-not-verified": problem(403, "Account not verified", {
    fr: "Votre compte n'est pas encore vérifié.",
    en: "Your account is not verified yet.",
  }),
  "account-deactivated": problem(403, "Account deactivated", {
    fr: "Votre compte est désactivé.",
    en: "Your account is deactivated.",
  }),
  "account-suspended": problem(403, "Account suspended", {
    fr: "Votre compte est suspendu.",
    en: "Your account is suspended.",
  }),
  "kyc-required": problem(403, "KYC required", {
    fr: "Une vérification d'identité est requise.",
    en: "Identity verification is required.",
  }),
  "not-found": problem(404, "Not found", {
    fr: "Ressource introuvable.",
    en: "Resource not found.",
  }),
  "method-not-allowed": problem(405, "Method not allowed", {
    fr: "Cette méthode n'existe pas pour cette ressource.",
    en: "This resource does not have that method.",
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
    fr: "Le format du corps de la requête n'est pas pris en charge.",
    en: "The format of the request body is not supported.",
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
  "too-many-failures": problem(
    429,
    "Too many failures",
    {
      fr: "Trop de paiements vers ce numéro ou cette adresse ont échoué aujourd'hui. Vérifiez-les et réessayez plus tard.",
      en: "Too many payouts to this number or address failed today. Check them and try again later.",
    },
    3_600,
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
  "liquidity-unavailable": problem(
    503,
    "Liquidity unavailable",
    {
      fr: "Ce montant ne peut pas être versé pour le moment. Réessayez dans une minute.",
      en: "This amount cannot be paid out right now. Try again in a minute.",
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

export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(problems, text);
}
