import type { Language } from "@sanu/contracts";

/** The sentences of the mail that carries an activation code. */
export interface ActivationTexts {
  readonly subject: string;
  readonly title: string;
  readonly enterCode: string;
  readonly lifetime: (minutes: number) => string;
  readonly userId: string;
  readonly neverShare: string;
  readonly notYou: string;
}

export const activationTexts: Readonly<Record<Language, ActivationTexts>> = {
  fr: {
    subject: "Votre code de confirmation Sanu",
    title: "Confirmez votre adresse e-mail",
    enterCode: "Saisissez ce code pour activer votre compte Sanu :",
    lifetime: (minutes) => `Il est valable ${minutes} minutes et ne sert qu'une fois.`,
    userId: "Votre identifiant d'utilisateur :",
    neverShare: "Ne communiquez ce code à personne. Sanu ne vous le demandera jamais.",
    notYou: "Vous n'avez pas créé de compte ? Ignorez cet e-mail : sans ce code, rien ne se passe.",
  },
  en: {
    subject: "Your Sanu confirmation code",
    title: "Confirm your e-mail address",
    enterCode: "Enter this code to activate your Sanu account:",
    lifetime: (minutes) => `It is valid for ${minutes} minutes and works once.`,
    userId: "Your user id:",
    neverShare: "Do not share this code with anyone. Sanu will never ask you for it.",
    notYou: "You did not create an account? Ignore this e-mail: without the code nothing happens.",
  },
};
