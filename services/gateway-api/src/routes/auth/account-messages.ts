/** What a person reads after a step of the account. */
export const accountMessages = {
  registered: {
    fr: "Inscription enregistrée. Un code de vérification vous a été envoyé par e-mail.",
    en: "Registered. A verification code has been sent to you by email.",
  },
  verified: { fr: "Votre compte est activé.", en: "Your account is active." },
  loggedIn: { fr: "Connexion réussie.", en: "Logged in." },
} as const;
