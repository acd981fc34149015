import type { MailKind } from "../database/mail-kind.ts";
import { mailLimits } from "./mail-limits.ts";
import type { Texts } from "./mail-wording.ts";
import { secondFactorTexts } from "./second-factor-texts.ts";

const minutes = mailLimits.codeLifeMs / 60_000;

const lifetime = {
  fr: `Il est valable ${minutes} minutes et ne sert qu'une fois.`,
  en: `It is valid for ${minutes} minutes and works once.`,
};
const neverShare = {
  fr: "Ne communiquez ce code à personne. Sanu ne vous le demandera jamais.",
  en: "Do not share this code with anyone. Sanu will never ask you for it.",
};

export const linkTexts = {
  fr: {
    plain: "Ou ouvrez ce lien, dans le navigateur où vous l'avez demandé :",
    html: "Ou ouvrez ce lien, dans le navigateur où vous l'avez demandé",
    only: "Des codes ont été demandés trop souvent pour cette adresse. Ouvrez ce lien, dans le navigateur où vous l'avez demandé :",
  },
  en: {
    plain: "Or open this link, in the browser where you asked for it:",
    html: "Or open this link, in the browser where you asked for it",
    only: "Codes were asked for too often at this address. Open this link, in the browser where you asked for it:",
  },
} as const;

const activation: Texts = {
  fr: {
    subject: "Votre code de confirmation Sanu",
    title: "Confirmez votre adresse e-mail",
    lead: "Saisissez ce code pour activer votre compte Sanu :",
    below: lifetime.fr,
    userIdLabel: "Votre identifiant d'utilisateur :",
    warnings: [
      neverShare.fr,
      "Vous n'avez pas créé de compte ? Ignorez cet e-mail : sans ce code, rien ne se passe.",
    ],
  },
  en: {
    subject: "Your Sanu confirmation code",
    title: "Confirm your e-mail address",
    lead: "Enter this code to activate your Sanu account:",
    below: lifetime.en,
    userIdLabel: "Your user id:",
    warnings: [
      neverShare.en,
      "You did not create an account? Ignore this e-mail: without the code nothing happens.",
    ],
  },
};

const reactivation: Texts = {
  fr: {
    subject: "Votre code pour rouvrir votre compte Sanu",
    title: "Rouvrez votre compte",
    lead: "Saisissez ce code pour réactiver votre compte Sanu :",
    below: lifetime.fr,
    warnings: [
      neverShare.fr,
      "Vous n'avez rien demandé ? Ignorez cet e-mail : votre compte reste fermé.",
    ],
  },
  en: {
    subject: "Your code to reopen your Sanu account",
    title: "Reopen your account",
    lead: "Enter this code to reactivate your Sanu account:",
    below: lifetime.en,
    warnings: [
      neverShare.en,
      "You did not ask for this? Ignore this e-mail: your account stays closed.",
    ],
  },
};

const reset: Texts = {
  fr: {
    subject: "Votre code pour changer de mot de passe Sanu",
    title: "Choisissez un nouveau mot de passe",
    lead: "Saisissez ce code avec votre nouveau mot de passe :",
    below: lifetime.fr,
    warnings: [
      neverShare.fr,
      "Vous n'avez rien demandé ? Ignorez cet e-mail : votre mot de passe reste le même.",
    ],
  },
  en: {
    subject: "Your code to change your Sanu password",
    title: "Choose a new password",
    lead: "Enter this code together with your new password:",
    below: lifetime.en,
    warnings: [
      neverShare.en,
      "You did not ask for this? Ignore this e-mail: your password stays the same.",
    ],
  },
};

const passwordChanged: Texts = {
  fr: {
    subject: "Votre mot de passe Sanu a changé",
    title: "Votre mot de passe a changé",
    lead: "Un nouveau mot de passe a été choisi pour votre compte Sanu.",
    below: "Toutes les sessions ouvertes ont été fermées. Reconnectez-vous avec le nouveau.",
    warnings: [
      "Ce n'était pas vous ? Demandez aussitôt un nouveau code de mot de passe, et changez le mot de passe de votre messagerie.",
    ],
  },
  en: {
    subject: "Your Sanu password was changed",
    title: "Your password was changed",
    lead: "A new password was chosen for your Sanu account.",
    below: "All open sessions were closed. Log in again with the new one.",
    warnings: [
      "It was not you? Ask for a new password code at once, and change the password of your mailbox.",
    ],
  },
};

const deactivated: Texts = {
  fr: {
    subject: "Votre compte Sanu est fermé",
    title: "Votre compte est fermé",
    lead: "Votre compte Sanu a été désactivé, comme demandé.",
    below: "Vous pouvez le rouvrir à tout moment avec un code envoyé à cette adresse.",
    warnings: ["Ce n'était pas vous ? Rouvrez votre compte et changez de mot de passe."],
  },
  en: {
    subject: "Your Sanu account is closed",
    title: "Your account is closed",
    lead: "Your Sanu account was deactivated, as requested.",
    below: "You can reopen it at any time with a code sent to this address.",
    warnings: ["It was not you? Reopen your account and change your password."],
  },
};

const alreadyRegistered: Texts = {
  fr: {
    subject: "Vous avez déjà un compte Sanu",
    title: "Vous avez déjà un compte",
    lead: "Quelqu'un vient de s'inscrire chez Sanu avec votre adresse, qui a déjà un compte.",
    below: "Rien n'a changé. Si c'était vous, connectez-vous ou demandez un nouveau mot de passe.",
    warnings: ["Ce n'était pas vous ? Vous n'avez rien à faire."],
  },
  en: {
    subject: "You already have a Sanu account",
    title: "You already have an account",
    lead: "Somebody has just registered at Sanu with your address, which has an account already.",
    below: "Nothing has changed. If it was you, log in or ask for a new password.",
    warnings: ["It was not you? There is nothing you have to do."],
  },
};

const kycApproved: Texts = {
  fr: {
    subject: "Votre identité est vérifiée",
    title: "Vos documents sont acceptés",
    lead: "Nous avons vérifié les documents que vous avez envoyés à Sanu.",
    below: "Votre nouvelle limite mensuelle est visible dans votre compte.",
    warnings: ["Vous n'avez rien envoyé ? Changez votre mot de passe et écrivez-nous."],
  },
  en: {
    subject: "Your identity is verified",
    title: "Your documents are accepted",
    lead: "We have checked the documents that you sent to Sanu.",
    below: "Your new monthly limit is shown in your account.",
    warnings: ["You sent nothing? Change your password and write to us."],
  },
};

/** The reason was typed by somebody; it is shown where only the person sees it. */
const kycRejected: Texts = {
  fr: {
    subject: "Vos documents n'ont pas pu être acceptés",
    title: "Vos documents ne sont pas acceptés",
    lead: "Nous n'avons pas pu vérifier votre identité avec les documents que vous avez envoyés à Sanu.",
    below: "Le motif est visible dans votre compte. Vous pouvez envoyer d'autres documents.",
    warnings: ["Vous n'avez rien envoyé ? Changez votre mot de passe et écrivez-nous."],
  },
  en: {
    subject: "Your documents could not be accepted",
    title: "Your documents are not accepted",
    lead: "We could not verify your identity with the documents that you sent to Sanu.",
    below: "The reason is shown in your account. You can send other documents.",
    warnings: ["You sent nothing? Change your password and write to us."],
  },
};

const accountErased: Texts = {
  fr: {
    subject: "Votre compte Sanu est supprimé",
    title: "Vos données sont supprimées",
    lead: "Votre compte et tout ce que nous savions de vous sont supprimés. Rien n'est conservé.",
    below: "Cette adresse est supprimée elle aussi, dès que cet e-mail est parti.",
    warnings: ["Vous n'avez pas demandé cette suppression ? Écrivez-nous."],
  },
  en: {
    subject: "Your Sanu account is deleted",
    title: "Your data are deleted",
    lead: "Your account and everything we knew about you are deleted. Nothing is kept.",
    below: "This address is deleted too, as soon as this mail has left.",
    warnings: ["You did not ask for this? Write to us."],
  },
};

/** The date stands where other mails have a code. */
const accountSealed: Texts = {
  fr: {
    subject: "Votre compte Sanu est supprimé, et ce qui en reste",
    title: "Vos données sont supprimées",
    lead: "Votre compte et tout ce que nous savions de vous sont supprimés, sauf ce que la loi contre le blanchiment nous oblige à conserver : votre identité, les pièces d'identité que nous avons acceptées et, pour chaque transaction payée, qui a payé et qui a reçu. Cela est scellé, et sera supprimé après le :",
    below:
      "Aucun de nos services ne peut l'ouvrir : il faut deux personnes ensemble, et chaque ouverture est consignée. Cette adresse, elle, est supprimée dès que cet e-mail est parti.",
    warnings: ["Vous n'avez pas demandé cette suppression ? Écrivez-nous."],
  },
  en: {
    subject: "Your Sanu account is deleted, and what remains of it",
    title: "Your data are deleted",
    lead: "Your account and everything we knew about you are deleted, except what the law against money laundering obliges us to keep: who you are, the identity documents that we accepted and, for each paid transaction, who paid and who received. It is sealed, and will be deleted after:",
    below:
      "None of our services can open it: it takes two people together, and every opening is recorded. Outside the seal this address is deleted as soon as this mail has left.",
    warnings: ["You did not ask for this? Write to us."],
  },
};

export const mailTexts: Readonly<Record<MailKind, Texts>> = {
  "activation-code": activation,
  "reactivation-code": reactivation,
  "reset-code": reset,
  "password-changed": passwordChanged,
  "account-deactivated": deactivated,
  "already-registered": alreadyRegistered,
  "kyc-approved": kycApproved,
  "kyc-rejected": kycRejected,
  ...secondFactorTexts,
  "account-erased": accountErased,
  "account-sealed": accountSealed,
};
