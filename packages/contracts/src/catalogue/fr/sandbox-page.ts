/** The page of the sandbox's provider, which stands where a real one has its own. */
export const sandboxPage = {
  title: "Paiement mobile",
  notice: "Bac à sable : aucun argent réel n'est prélevé.",
  number: "Numéro",
  channel: "Réseau",
  purpose: "Motif",
  approve: "Approuver",
  decline: "Refuser",
  back: "Revenir au marchand",
  unknown: "Ce paiement n'existe pas.",
  status: {
    pending: "En attente de votre accord",
    completed: "Paiement effectué",
    reversed: "Paiement annulé après coup",
    declined: "Paiement refusé",
    insufficient_funds: "Solde insuffisant",
    expired: "Paiement expiré",
    cancelled: "Paiement annulé",
  },
} as const;
