import type { Language } from "@sanu/contracts";

/** Where the link of a mail with a code leads. */
export type AccountPage = "confirm" | "reset";

interface AccountPageTexts {
  readonly title: string;
  readonly lead: string;
  readonly button: string;
}

export const accountPageTexts: Readonly<
  Record<Language, Readonly<Record<AccountPage, AccountPageTexts>>>
> = {
  fr: {
    confirm: {
      title: "Confirmez votre adresse",
      lead: "Un dernier geste, et votre compte Sanu est ouvert.",
      button: "Ouvrir mon compte",
    },
    reset: {
      title: "Choisissez un nouveau mot de passe",
      lead: "Toutes vos sessions ouvertes seront fermées.",
      button: "Changer le mot de passe",
    },
  },
  en: {
    confirm: {
      title: "Confirm your address",
      lead: "One last step, and your Sanu account is open.",
      button: "Open my account",
    },
    reset: {
      title: "Choose a new password",
      lead: "All your open sessions will be closed.",
      button: "Change the password",
    },
  },
};

export const accountFormTexts = {
  fr: {
    email: "Adresse e-mail",
    password: "Nouveau mot de passe",
    elsewhere:
      "Ce lien a servi, a expiré, ou n'a pas été demandé dans ce navigateur. Ouvrez-le là où vous l'avez demandé, ou saisissez le code.",
    away: "Sanu ne répond pas. Réessayez dans un instant.",
  },
  en: {
    email: "E-mail address",
    password: "New password",
    elsewhere:
      "This link was used, has expired, or was not asked for in this browser. Open it where you asked for it, or type the code.",
    away: "Sanu does not answer. Try again in a moment.",
  },
} as const;
