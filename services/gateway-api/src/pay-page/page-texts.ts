import type { Language } from "@sanu/contracts";
import type { PageState } from "./payment-state.ts";

interface StateText {
  readonly title: string;
  readonly text: string;
}

interface PageTexts {
  readonly title: string;
  readonly amount: string;
  readonly receiver: string;
  readonly reference: string;
  readonly until: string;
  readonly pay: string;
  readonly states: Readonly<Record<PageState, StateText>>;
  readonly gone: StateText;
  readonly away: StateText;
}

export const pageTexts: Readonly<Record<Language, PageTexts>> = {
  fr: {
    title: "Paiement",
    amount: "Montant",
    receiver: "Destinataire",
    reference: "Référence",
    until: "À payer avant",
    pay: "Payer maintenant",
    states: {
      preparing: {
        title: "Préparation du paiement",
        text: "Nous contactons votre opérateur. Cette page suit toute seule.",
      },
      payable: {
        title: "En attente de votre paiement",
        text: "Payez chez votre opérateur, puis revenez ici si vous le souhaitez.",
      },
      processing: {
        title: "Paiement reçu",
        text: "L'envoi est en cours. Vous n'avez plus rien à faire.",
      },
      completed: { title: "Terminé", text: "Le paiement est reçu et l'envoi est fait." },
      ended: {
        title: "Délai dépassé",
        text: "Ne payez plus. Ce qui a été payé à temps compte, ce qui arrive trop tard vous est rendu.",
      },
      failed: { title: "Non abouti", text: "Ce paiement n'a pas abouti. Rien n'est dû." },
    },
    gone: {
      title: "Lien introuvable",
      text: "Ce lien de paiement n'existe pas ou a pris fin.",
    },
    away: {
      title: "Momentanément indisponible",
      text: "La page se recharge toute seule dans quelques secondes.",
    },
  },
  en: {
    title: "Payment",
    amount: "Amount",
    receiver: "Receiver",
    reference: "Reference",
    until: "To be paid before",
    pay: "Pay now",
    states: {
      preparing: {
        title: "Preparing the payment",
        text: "We are contacting your operator. This page follows by itself.",
      },
      payable: {
        title: "Waiting for your payment",
        text: "Pay with your operator, then come back here if you like.",
      },
      processing: {
        title: "Payment received",
        text: "Sending is under way. There is nothing left for you to do.",
      },
      completed: { title: "Done", text: "The payment is received and everything is sent." },
      ended: {
        title: "The time is over",
        text: "Please do not pay any more. What was paid in time counts, what comes too late goes back to you.",
      },
      failed: { title: "Not completed", text: "This payment was not completed. Nothing is owed." },
    },
    gone: { title: "Link not found", text: "This payment link does not exist or has ended." },
    away: {
      title: "Temporarily unavailable",
      text: "The page reloads by itself in a few seconds.",
    },
  },
};

interface SaleTexts {
  readonly toPay: string;
  readonly toReceive: string;
  readonly open: string;
  readonly scan: string;
  /** Where a sale says something else than a purchase. */
  readonly states: Readonly<Partial<Record<PageState, StateText>>>;
}

export const saleTexts: Readonly<Record<Language, SaleTexts>> = {
  fr: {
    toPay: "À envoyer",
    toReceive: "Vous recevez",
    open: "Ouvrir dans mon portefeuille",
    scan: "Code QR de la facture Lightning",
    states: {
      preparing: {
        title: "Préparation de la facture",
        text: "Votre facture Lightning arrive. Cette page suit toute seule.",
      },
      payable: {
        title: "En attente de votre paiement",
        text: "Payez cette facture Lightning avec votre portefeuille, en une fois.",
      },
      processing: {
        title: "Bitcoins reçus",
        text: "L'envoi des francs est en cours. Vous n'avez plus rien à faire.",
      },
    },
  },
  en: {
    toPay: "To send",
    toReceive: "You receive",
    open: "Open in my wallet",
    scan: "QR code of the Lightning invoice",
    states: {
      preparing: {
        title: "Preparing the invoice",
        text: "Your Lightning invoice is on its way. This page follows by itself.",
      },
      payable: {
        title: "Waiting for your payment",
        text: "Pay this Lightning invoice with your wallet, in one go.",
      },
      processing: {
        title: "Bitcoin received",
        text: "The francs are being sent. There is nothing left for you to do.",
      },
    },
  },
};
