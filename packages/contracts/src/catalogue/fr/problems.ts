/** The same whether nobody is logged in or somebody could not: it tells nothing about the account. */
const unauthenticated = "Unauthenticated.";

/** What went wrong, what is safe, what to do now. Where the outcome may be unknown, nothing is promised. */
export const problems = {
  "malformed-json":
    "Le corps de la requête n'est pas un JSON valide. Rien n'a été fait : corrigez-le et renvoyez la requête.",
  "bad-request": "La requête est mal formée. Rien n'a été fait : corrigez-la et renvoyez-la.",
  "amount-below-minimum":
    "Le montant minimum est de {minimumXof} XOF. Rien n'a été débité : choisissez un montant plus élevé.",
  "amount-above-maximum":
    "Le montant maximum est de {maximumXof} XOF. Rien n'a été débité : choisissez un montant plus petit.",
  "limit-exceeded":
    "Ce montant dépasse votre limite mensuelle. Rien n'a été débité : choisissez un montant plus petit, ou faites vérifier votre identité pour relever la limite.",
  "too-many-open-transactions":
    "Vous avez déjà {openMax} transactions en cours. Rien n'a été débité : terminez-en une ou annulez-la, puis réessayez.",
  "too-many-standing-orders":
    "Vous avez déjà {openMax} ordres programmés. Rien n'a été créé : annulez-en un, puis réessayez.",
  "standing-order-ended":
    "Cet ordre programmé est terminé et ne peut plus changer. Rien n'a été débité : programmez-en un nouveau.",
  "too-many-resumptions":
    "Cet ordre programmé a déjà été repris {resumesMax} fois, le maximum. Il reste en pause et ne commande rien : annulez-le et programmez-en un nouveau.",
  "number-cooling-down":
    "Ce numéro a reçu trop de demandes de paiement que personne n'a acceptées. Rien n'a été débité. Réessayez dans une heure.",
  "quote-expired":
    "Ce devis a expiré. Rien n'a été débité. Demandez-en un nouveau : le taux peut avoir changé.",
  "quote-already-used":
    "Ce devis a déjà servi pour une transaction. Celle-ci figure dans votre liste ; pour une autre, demandez un nouveau devis.",
  "quote-mismatch":
    "Le type ou le montant n'est pas celui du devis. Rien n'a été débité. Reprenez ceux du devis, ou demandez-en un nouveau.",
  "rate-too-far":
    "Ce taux est trop éloigné du dernier taux connu. Confirmez-le s'il est voulu ; d'ici là, rien ne change.",
  "receiver-amount-mismatch":
    "La facture doit demander exactement {amountSats} satoshis, ou aucun montant. Rien n'a changé : faites-en une autre.",
  "receiver-expires-too-soon":
    "La facture expire avant la fin du délai de paiement. Rien n'a changé : faites-en une qui reste valable plus longtemps.",
  "return-not-needed":
    "Aucun remboursement n'attend de facture pour cette transaction. Vous n'avez rien à faire.",
  "not-in-review": "Cette transaction n'est pas en cours d'examen. Rien n'a changé : relisez-la.",
  "money-is-owed":
    "De l'argent reste dû : ordonnez un remboursement ou indiquez qu'il est rendu. Rien n'a changé.",
  "nothing-to-refund":
    "Rien ne peut être remboursé ainsi pour cette transaction. Rien n'a changé : relisez-la pour voir ce qui reste dû.",
  "receiver-already-used":
    "Cette facture est déjà utilisée par une autre transaction. Rien n'a changé : faites une nouvelle facture.",
  "provider-not-available-for-number":
    "Ce moyen de paiement n'est pas disponible pour ce numéro. Rien n'a été débité. Possibles : {available}.",
  "kyc-already-pending":
    "Vos documents sont déjà en cours de vérification. Vous n'avez rien à renvoyer : un e-mail vous dira le résultat.",
  "kyc-already-complete":
    "Votre compte a déjà le niveau de vérification le plus élevé. Vous n'avez rien à envoyer.",
  "kyc-already-decided":
    "Cette demande a déjà fait l'objet d'une autre décision, qui reste valable. Relisez-la.",
  "kyc-tiers-out-of-order":
    "La limite d'un niveau ne peut pas dépasser celle du niveau suivant. Rien n'a changé : choisissez une limite entre celles de ses voisins.",
  "account-in-use":
    "Une transaction, un remboursement ou une vérification de votre compte est encore en cours. Rien n'a changé. Réessayez quand tout sera terminé.",
  "last-admin":
    "Vous êtes le dernier administrateur. Rien n'a changé. Donnez d'abord ce rôle à un autre compte.",
  "user-not-verified":
    "L'adresse e-mail de ce compte n'est pas encore vérifiée. Rien n'a changé : la personne doit d'abord saisir le code reçu par e-mail.",
  unauthenticated,
  "invalid-credentials": unauthenticated,
  forbidden:
    "Vous n'avez pas accès à cette ressource. Rien n'a été fait : connectez-vous avec un compte qui y a droit.",
  "account-not-verified":
    "Votre compte n'est pas encore vérifié. Saisissez le code reçu par e-mail, ou demandez-en un nouveau.",
  "account-deactivated":
    "Votre compte est désactivé. Vous pouvez le rouvrir avec un code envoyé à votre adresse e-mail.",
  "account-suspended":
    "Votre compte est suspendu. Vos transactions restent enregistrées. Écrivez-nous pour savoir que faire.",
  "kyc-required":
    "Une vérification d'identité est requise. Rien n'a été débité : envoyez vos documents depuis votre compte.",
  "not-found": "Ressource introuvable. Rien n'a été fait : vérifiez l'adresse.",
  "method-not-allowed":
    "Cette méthode n'existe pas pour cette ressource. Rien n'a été fait : vérifiez-la.",
  "request-timeout":
    "La requête n'a pas été reçue à temps. Vérifiez votre connexion, puis réessayez.",
  "idempotency-in-progress":
    "La première requête avec cette clé est encore en cours. Attendez un instant, puis renvoyez-la avec la même clé : elle n'est exécutée qu'une fois.",
  "body-too-large":
    "Le corps de la requête est trop volumineux. Rien n'a été fait : envoyez-en moins.",
  "unsupported-media-type":
    "Le format du corps de la requête n'est pas pris en charge. Rien n'a été fait : envoyez-le dans un autre.",
  "validation-failed": "Les données fournies sont invalides.",
  "idempotency-key-reused":
    "Cette clé d'idempotence a déjà servi pour une autre requête. Celle-ci n'a pas été exécutée : donnez-lui une clé à elle.",
  "too-many-requests": "Trop de requêtes. Rien n'a changé. Réessayez plus tard.",
  "too-many-failures":
    "Trop de paiements vers ce numéro ou cette adresse ont échoué aujourd'hui. Rien n'a été débité. Vérifiez-les et réessayez plus tard.",
  "headers-too-large":
    "Les en-têtes de la requête sont trop volumineux. Rien n'a été fait : envoyez-en moins.",
  "rate-unavailable":
    "Aucun taux fiable n'est disponible pour le moment. Rien n'a été débité. Réessayez dans un instant.",
  "provider-unavailable":
    "Le moyen de paiement n'est pas disponible pour le moment. Rien n'a été débité. Réessayez dans une minute, ou choisissez-en un autre.",
  "liquidity-unavailable":
    "Ce montant ne peut pas être versé pour le moment. Rien n'a été débité. Réessayez dans une minute.",
  "service-unavailable":
    "Service momentanément indisponible. Réessayez dans un instant. Si vous veniez de passer une commande, regardez d'abord si elle figure dans votre liste.",
  "internal-error":
    "Une erreur interne est survenue, et nous l'avons consignée. Si vous veniez de passer une commande, regardez si elle figure dans votre liste avant de recommencer.",
} as const;
