/** What a person reads after a step of the account. */
export const accountMessages = {
  registered: {
    fr: "Inscription enregistrée. Un code de vérification vous a été envoyé par e-mail.",
    en: "Registered. A verification code has been sent to you by email.",
  },
  verified: { fr: "Votre compte est activé.", en: "Your account is active." },
  loggedIn: { fr: "Connexion réussie.", en: "Logged in." },
  regenerate: {
    fr: "Si un compte attend un code, il vient de lui être envoyé par e-mail.",
    en: "If an account is waiting for a code, it has been sent by email.",
  },
  reactivate: {
    fr: "Si un compte désactivé a cette adresse, un code vient de lui être envoyé par e-mail.",
    en: "If a deactivated account has this address, a code has been sent by email.",
  },
  reset: {
    fr: "Si un compte a cette adresse, un code vient de lui être envoyé par e-mail.",
    en: "If an account has this address, a code has been sent by email.",
  },
  passwordReset: {
    fr: "Votre mot de passe a été modifié. Reconnectez-vous.",
    en: "Your password has been changed. Log in again.",
  },
  deactivated: { fr: "Votre compte est désactivé.", en: "Your account is deactivated." },
  erased: {
    fr: "Votre compte et toutes vos données personnelles sont supprimés.",
    en: "Your account and everything about you are deleted.",
  },
  sealed: {
    fr: "Votre compte et vos données personnelles sont supprimés. Ce que la loi nous oblige à conserver est scellé, et sera supprimé à la date indiquée.",
    en: "Your account and everything about you are deleted. What the law obliges us to keep is sealed, and will be deleted at the given date.",
  },
  erasing: {
    fr: "La suppression de votre compte est en cours. Réessayez dans quelques minutes pour en connaître le résultat.",
    en: "Your account is being deleted. Try again in a few minutes to learn the outcome.",
  },
  refreshed: { fr: "Session prolongée.", en: "Session extended." },
  loggedOut: { fr: "Déconnexion réussie.", en: "Logged out." },
} as const;
