import { secondFactorMails } from "./second-factor-mails.ts";

const lifetime = "Il est valable {minutes} minutes et ne sert qu'une fois.";
const neverShare = "Ne communiquez ce code à personne. Sanu ne vous le demandera jamais.";
const notYou =
  "Ce n'était pas vous ? Demandez aussitôt un nouveau mot de passe, ce qui ferme toutes les sessions ouvertes, puis remettez vos données en ordre.";

/** Nothing in a mail was typed by anybody: it would be a text of a stranger's own, with our name below. */
export const mails = {
  link: {
    plain: "Ou ouvrez ce lien, dans le navigateur où vous l'avez demandé :",
    html: "Ou ouvrez ce lien, dans le navigateur où vous l'avez demandé",
    only: "Des codes ont été demandés trop souvent pour cette adresse. Ouvrez ce lien, dans le navigateur où vous l'avez demandé :",
  },
  ofKind: {
    "activation-code": {
      subject: "Votre code de confirmation Sanu",
      title: "Confirmez votre adresse e-mail",
      lead: "Saisissez ce code pour activer votre compte Sanu :",
      below: lifetime,
      userIdLabel: "Votre identifiant d'utilisateur :",
      warnings: [
        neverShare,
        "Vous n'avez pas créé de compte ? Ignorez cet e-mail : sans ce code, rien ne se passe.",
      ],
    },
    "reactivation-code": {
      subject: "Votre code pour rouvrir votre compte Sanu",
      title: "Rouvrez votre compte",
      lead: "Saisissez ce code pour réactiver votre compte Sanu :",
      below: lifetime,
      warnings: [
        neverShare,
        "Vous n'avez rien demandé ? Ignorez cet e-mail : votre compte reste fermé.",
      ],
    },
    "reset-code": {
      subject: "Votre code pour changer de mot de passe Sanu",
      title: "Choisissez un nouveau mot de passe",
      lead: "Saisissez ce code avec votre nouveau mot de passe :",
      below: lifetime,
      warnings: [
        neverShare,
        "Vous n'avez rien demandé ? Ignorez cet e-mail : votre mot de passe reste le même.",
      ],
    },
    "password-changed": {
      subject: "Votre mot de passe Sanu a changé",
      title: "Votre mot de passe a changé",
      lead: "Un nouveau mot de passe a été choisi pour votre compte Sanu.",
      below: "Toutes les sessions ouvertes ont été fermées. Reconnectez-vous avec le nouveau.",
      warnings: [
        "Ce n'était pas vous ? Demandez aussitôt un nouveau code de mot de passe, et changez le mot de passe de votre messagerie.",
      ],
    },
    "account-deactivated": {
      subject: "Votre compte Sanu est fermé",
      title: "Votre compte est fermé",
      lead: "Votre compte Sanu a été désactivé, comme demandé.",
      below:
        "Vos transactions en cours se terminent normalement ; vos ordres programmés sont arrêtés et ne commanderont plus rien. Vous pouvez rouvrir le compte à tout moment avec un code envoyé à cette adresse.",
      warnings: ["Ce n'était pas vous ? Rouvrez votre compte et changez de mot de passe."],
    },
    "already-registered": {
      subject: "Vous avez déjà un compte Sanu",
      title: "Vous avez déjà un compte",
      lead: "Quelqu'un vient de s'inscrire chez Sanu avec votre adresse, qui a déjà un compte.",
      below:
        "Rien n'a changé. Si c'était vous, connectez-vous ou demandez un nouveau mot de passe.",
      warnings: ["Ce n'était pas vous ? Vous n'avez rien à faire."],
    },
    "kyc-approved": {
      subject: "Votre identité est vérifiée",
      title: "Vos documents sont acceptés",
      lead: "Nous avons vérifié les documents que vous avez envoyés à Sanu.",
      below: "Votre nouvelle limite mensuelle est visible dans votre compte.",
      warnings: ["Vous n'avez rien envoyé ? Changez votre mot de passe et écrivez-nous."],
    },
    /** The reason was typed by somebody; it is shown where only the person sees it. */
    "kyc-rejected": {
      subject: "Vos documents n'ont pas pu être acceptés",
      title: "Vos documents ne sont pas acceptés",
      lead: "Nous n'avons pas pu vérifier votre identité avec les documents que vous avez envoyés à Sanu.",
      below: "Le motif est visible dans votre compte. Vous pouvez envoyer d'autres documents.",
      warnings: ["Vous n'avez rien envoyé ? Changez votre mot de passe et écrivez-nous."],
    },
    "account-erased": {
      subject: "Votre compte Sanu est supprimé",
      title: "Vos données sont supprimées",
      lead: "Votre compte et tout ce que nous savions de vous sont supprimés. Rien n'est conservé.",
      below: "Cette adresse est supprimée elle aussi, dès que cet e-mail est parti.",
      warnings: ["Vous n'avez pas demandé cette suppression ? Écrivez-nous."],
    },
    /** The date stands where other mails have a code. */
    "account-sealed": {
      subject: "Votre compte Sanu est supprimé, et ce qui en reste",
      title: "Vos données sont supprimées",
      lead: "Votre compte et tout ce que nous savions de vous sont supprimés, sauf ce que la loi contre le blanchiment nous oblige à conserver : votre identité, les pièces d'identité que nous avons acceptées et, pour chaque transaction payée, qui a payé et qui a reçu. Cela est scellé, et sera supprimé après le :",
      below:
        "Aucun de nos services ne peut l'ouvrir : il faut deux personnes ensemble, et chaque ouverture est consignée. Cette adresse, elle, est supprimée dès que cet e-mail est parti.",
      warnings: ["Vous n'avez pas demandé cette suppression ? Écrivez-nous."],
    },
    "order-due": {
      subject: "Votre ordre programmé attend votre paiement",
      title: "Votre ordre attend votre paiement",
      lead: "L'échéance de votre ordre programmé est arrivée et la transaction est prête. Rien n'est débité sans votre accord : acceptez la demande sur votre téléphone, ou payez sur cette page :",
      below:
        "La page se ferme après quelques minutes. Sans paiement, la transaction est annulée et vous ne devez rien.",
      warnings: [
        "Vous n'avez rien programmé ? Ne payez pas, changez de mot de passe et écrivez-nous.",
      ],
    },
    "order-failing": {
      subject: "Votre ordre programmé est arrêté",
      title: "Votre ordre programmé est arrêté",
      lead: "Plusieurs échéances de suite n'ont pas abouti : l'ordre est arrêté et ne commandera plus rien.",
      below:
        "Rien n'est perdu et vous ne devez rien. Les raisons sont visibles dans votre compte, où vous pouvez programmer un nouvel ordre.",
      warnings: ["Vous n'avez rien programmé ? Changez de mot de passe et écrivez-nous."],
    },
    "details-changed": {
      subject: "Vos coordonnées Sanu ont changé",
      title: "Vos coordonnées ont changé",
      lead: "Le pays ou le numéro WhatsApp de votre compte Sanu vient d'être modifié.",
      below: "Les nouvelles coordonnées sont visibles dans votre compte.",
      warnings: [notYou],
    },
    "wallet-changed": {
      subject: "Vos adresses ou numéros enregistrés chez Sanu ont changé",
      title: "Vos adresses ou numéros enregistrés ont changé",
      lead: "Une adresse de réception ou un numéro vient d'être enregistré dans votre compte Sanu, ou en est devenu le choix par défaut.",
      below:
        "Vérifiez la liste dans votre compte avant votre prochain ordre : c'est là que vos bitcoins ou votre argent seraient envoyés.",
      warnings: [notYou],
    },
    "order-placed": {
      subject: "Un ordre programmé a été créé dans votre compte Sanu",
      title: "Un ordre programmé a été créé",
      lead: "Un ordre programmé vient d'être créé dans votre compte Sanu.",
      below:
        "Son montant, son échéance et l'adresse qui recevra les bitcoins sont visibles dans votre compte, où vous pouvez l'annuler. Rien n'est débité sans votre accord à chaque échéance.",
      warnings: [
        "Ce n'était pas vous ? Annulez l'ordre, n'acceptez aucune demande sur votre téléphone et demandez aussitôt un nouveau mot de passe : toutes les sessions ouvertes seront fermées.",
      ],
    },
    "refund-invoice-provided": {
      subject: "Une facture a été donnée pour vous rendre vos satoshis",
      title: "Vos satoshis partent vers une facture",
      lead: "Une facture Lightning vient d'être donnée dans votre compte Sanu, pour rendre les satoshis d'une vente qui n'a pas abouti.",
      below: "Ils partent vers cette facture. La transaction est visible dans votre compte.",
      warnings: [
        "Ce n'était pas vous ? Demandez aussitôt un nouveau mot de passe, ce qui ferme toutes les sessions ouvertes, et écrivez-nous.",
      ],
    },
    "refund-invoice-needed": {
      subject: "Une facture est nécessaire pour vous rendre vos satoshis",
      title: "Où devons-nous rendre vos satoshis ?",
      lead: "Des satoshis que vous avez envoyés pour une vente doivent vous être rendus, et nous ne savons pas où les envoyer. Rien n'est perdu : ils attendent votre facture.",
      below:
        "Donnez une facture Lightning sans montant dans votre compte, à la transaction concernée. Les satoshis partent vers cette facture.",
      warnings: [
        "Ne donnez cette facture que dans votre compte Sanu, jamais par e-mail ni par téléphone.",
      ],
    },
    ...secondFactorMails,
  },
} as const;
