/** What a person reads at each step of her account, in one language: written down a second time. */
export interface AccountTexts {
  readonly registered: string;
  readonly subject: string;
  readonly verified: string;
  readonly loggedIn: string;
  readonly refreshed: string;
  readonly loggedOut: string;
  readonly regenerated: string;
  readonly deactivated: string;
  readonly reactivated: string;
  readonly resetRequested: string;
  readonly passwordReset: string;
  readonly waiting: string;
  readonly invalidCode: string;
  readonly invalidName: string;
  readonly missingName: string;
  readonly invalidEmail: string;
  readonly shortPassword: string;
  readonly commonPassword: string;
  readonly otherPassword: string;
  readonly wrongPassword: string;
  readonly invalidPhone: string;
  readonly notVerified: string;
  readonly closed: string;
}

const french: AccountTexts = {
  registered: "Inscription enregistrée. Un code de vérification vous a été envoyé par e-mail.",
  subject: "Votre code de confirmation Sanu",
  verified: "Votre compte est activé.",
  loggedIn: "Connexion réussie.",
  refreshed: "Session prolongée.",
  loggedOut: "Déconnexion réussie.",
  regenerated: "Si un compte attend un code, il vient de lui être envoyé par e-mail.",
  deactivated:
    "Votre compte est désactivé, et vos ordres programmés sont arrêtés. Vous pouvez le rouvrir à tout moment avec un code envoyé à votre adresse e-mail.",
  reactivated:
    "Si un compte désactivé a cette adresse, un code vient de lui être envoyé par e-mail.",
  resetRequested: "Si un compte a cette adresse, un code vient de lui être envoyé par e-mail.",
  passwordReset: "Votre mot de passe a été modifié. Reconnectez-vous.",
  waiting: "Vous êtes sur la liste d'attente.",
  invalidCode: "Le code est invalide ou a expiré. Vérifiez-le, ou demandez-en un nouveau.",
  invalidName: "Le nom est invalide.",
  missingName: "Le nom est obligatoire.",
  invalidEmail: "L'adresse e-mail doit être une adresse e-mail valide.",
  shortPassword: "Le mot de passe doit contenir au moins 8 caractères.",
  commonPassword: "Ce mot de passe est trop courant. Choisissez-en un autre.",
  otherPassword: "La confirmation du mot de passe doit être la même que le mot de passe.",
  wrongPassword: "Le mot de passe est incorrect. Vérifiez-le, ou demandez-en un nouveau.",
  invalidPhone: "Le numéro WhatsApp doit être un numéro de téléphone valide.",
  notVerified:
    "Votre compte n'est pas encore vérifié. Saisissez le code reçu par e-mail, ou demandez-en un nouveau.",
  closed:
    "Votre compte est désactivé. Vous pouvez le rouvrir avec un code envoyé à votre adresse e-mail.",
};

const english: AccountTexts = {
  registered: "Registered. A verification code has been sent to you by email.",
  subject: "Your Sanu confirmation code",
  verified: "Your account is active.",
  loggedIn: "Logged in.",
  refreshed: "Session extended.",
  loggedOut: "Logged out.",
  regenerated: "If an account is waiting for a code, it has been sent by email.",
  deactivated:
    "Your account is deactivated, and your standing orders have ended. You can reopen it at any time with a code sent to your email address.",
  reactivated: "If a deactivated account has this address, a code has been sent by email.",
  resetRequested: "If an account has this address, a code has been sent by email.",
  passwordReset: "Your password has been changed. Log in again.",
  waiting: "You are on the waitlist.",
  invalidCode: "The code is invalid or has expired. Check it, or ask for a new one.",
  invalidName: "The name is invalid.",
  missingName: "The name is required.",
  invalidEmail: "The email address must be a valid email address.",
  shortPassword: "The password must be at least 8 characters.",
  commonPassword: "This password is too common. Choose another one.",
  otherPassword: "The confirmation of the password must be the same as the password.",
  wrongPassword: "The password is incorrect. Check it, or ask for a new one.",
  invalidPhone: "The WhatsApp number must be a valid phone number.",
  notVerified:
    "Your account is not verified yet. Enter the code from the email, or ask for a new one.",
  closed: "Your account is deactivated. You can reopen it with a code sent to your email address.",
};

/** How a client asks for a language, and what it reads then; French is what it gets unasked. */
export const accountLanguages = [
  { language: "French", headers: {}, texts: french },
  { language: "English", headers: { "accept-language": "en" }, texts: english },
] as const satisfies readonly {
  readonly language: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly texts: AccountTexts;
}[];
