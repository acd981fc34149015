import type { PaymentStatus } from "../gateway/payment.ts";

interface PaymentWords {
  readonly title: string;
  readonly notice: string;
  readonly number: string;
  readonly channel: string;
  readonly purpose: string;
  readonly approve: string;
  readonly decline: string;
  readonly back: string;
  readonly unknown: string;
  readonly status: Readonly<Record<PaymentStatus, string>>;
}

export const paymentWords: Readonly<Record<"fr" | "en", PaymentWords>> = {
  fr: {
    title: "Paiement mobile",
    notice: "Bac à sable : aucun argent réel n’est prélevé.",
    number: "Numéro",
    channel: "Réseau",
    purpose: "Motif",
    approve: "Approuver",
    decline: "Refuser",
    back: "Revenir au marchand",
    unknown: "Ce paiement n’existe pas.",
    status: {
      pending: "En attente de votre accord",
      completed: "Paiement effectué",
      reversed: "Paiement annulé après coup",
      declined: "Paiement refusé",
      insufficient_funds: "Solde insuffisant",
      expired: "Paiement expiré",
      cancelled: "Paiement annulé",
    },
  },
  en: {
    title: "Mobile payment",
    notice: "Sandbox: no real money is taken.",
    number: "Number",
    channel: "Network",
    purpose: "Purpose",
    approve: "Approve",
    decline: "Decline",
    back: "Return to the merchant",
    unknown: "There is no such payment.",
    status: {
      pending: "Waiting for your approval",
      completed: "Payment made",
      reversed: "Payment reversed",
      declined: "Payment declined",
      insufficient_funds: "Balance too low",
      expired: "Payment expired",
      cancelled: "Payment cancelled",
    },
  },
};
