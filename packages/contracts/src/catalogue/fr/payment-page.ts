/** Our payment page. Whatever becomes of the money is said where it is known, and only there. */
export const paymentPage = {
  title: "Paiement",
  amount: "Montant",
  receiver: "Destinataire",
  reference: "Référence",
  until: "À payer avant",
  pay: "Payer maintenant",
  /** What happens when the moment is over, while there is still time. */
  afterwards:
    "Passé ce moment, ne payez plus : la transaction s'arrête d'elle-même. Ce qui arrive trop tard vous est rendu.",
  states: {
    preparing: {
      title: "Préparation du paiement",
      text: "Nous contactons votre opérateur. Rien n'est débité sans votre accord. Cette page suit toute seule.",
    },
    payable: {
      title: "En attente de votre paiement",
      text: "Payez chez votre opérateur, puis revenez ici si vous le souhaitez.",
    },
    processing: {
      title: "Paiement reçu",
      text: "L'envoi est en cours. Vous n'avez plus rien à faire.",
    },
    checking: {
      title: "Paiement reçu, en vérification",
      text: "Notre équipe vérifie cette transaction avant d'aller plus loin, ce qui peut prendre du temps. Rien n'est perdu : l'envoi aura lieu, ou votre argent vous sera rendu. Ne payez pas une seconde fois.",
    },
    completed: { title: "Terminé", text: "Le paiement est reçu et l'envoi est fait." },
    returning: {
      title: "Votre argent vous est rendu",
      text: "L'envoi n'a pas pu se faire. Ce que vous avez payé vous est rendu. Ne payez pas une seconde fois.",
    },
    ended: {
      title: "Délai dépassé",
      text: "Ne payez plus. Ce qui a été payé à temps compte, ce qui arrive trop tard vous est rendu. Pour recommencer, créez une nouvelle transaction.",
    },
    cancelling: {
      title: "Annulation demandée",
      text: "Ne payez plus, et refusez ce que votre téléphone pourrait encore demander. L'annulation n'est pas encore confirmée : ce qui a été payé à temps compte, ce qui arrive trop tard vous est rendu.",
    },
    failed: {
      title: "Non abouti",
      text: "Cette transaction n'a pas abouti. Ne payez plus. Si vous aviez déjà payé, votre argent vous est rendu.",
    },
  },
  /** Where a sale says something else than a purchase. */
  sale: {
    toPay: "À envoyer",
    toReceive: "Vous recevez",
    /** Once it is so. */
    sent: "Envoyé",
    received: "Reçu",
    open: "Ouvrir dans mon portefeuille",
    scan: "Code QR de la facture Lightning",
    invoice: "Facture Lightning",
    copy: "Copier la facture",
    copied: "Facture copiée",
    select: "Facture sélectionnée : copiez-la",
    afterwards:
      "Passé ce moment, ne payez plus : la facture n'est plus valable. Ce qui arrive trop tard vous est rendu.",
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
    checking: {
      title: "Bitcoins reçus, en vérification",
      text: "Notre équipe vérifie cette transaction avant d'aller plus loin, ce qui peut prendre du temps. Rien n'est perdu : les francs vous parviendront, ou vos bitcoins vous seront rendus. Ne payez pas une seconde fois.",
    },
    returning: {
      title: "Vos bitcoins vous sont rendus",
      text: "Les francs n'ont pas pu être envoyés. Si nous ne savons pas où rendre vos bitcoins, nous vous demandons une facture par e-mail. Ne payez pas une seconde fois.",
    },
  },
  gone: {
    title: "Lien introuvable",
    text: "Ce lien de paiement n'existe pas ou a pris fin. L'état de votre transaction figure dans votre compte.",
  },
  away: {
    title: "Momentanément indisponible",
    text: "Rien n'est perdu. La page se recharge toute seule dans quelques secondes.",
  },
} as const;
