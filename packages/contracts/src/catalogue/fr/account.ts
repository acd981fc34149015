/** What a person reads after a step of the account. */
export const account = {
  registered: "Inscription enregistrée. Un code de vérification vous a été envoyé par e-mail.",
  verified: "Votre compte est activé.",
  loggedIn: "Connexion réussie.",
  /** The same for everybody: nobody learns here who has an account. */
  codeSent: {
    regenerate: "Si un compte attend un code, il vient de lui être envoyé par e-mail.",
    reactivate:
      "Si un compte désactivé a cette adresse, un code vient de lui être envoyé par e-mail.",
    reset: "Si un compte a cette adresse, un code vient de lui être envoyé par e-mail.",
  },
  passwordReset: "Votre mot de passe a été modifié. Reconnectez-vous.",
  deactivated:
    "Votre compte est désactivé, et vos ordres programmés sont arrêtés. Vous pouvez le rouvrir à tout moment avec un code envoyé à votre adresse e-mail.",
  erased: "Votre compte et toutes vos données personnelles sont supprimés.",
  sealed:
    "Votre compte et vos données personnelles sont supprimés. Ce que la loi nous oblige à conserver est scellé, et sera supprimé à la date indiquée.",
  erasing:
    "La suppression de votre compte est en cours. Réessayez dans quelques minutes pour en connaître le résultat.",
  refreshed: "Session prolongée.",
  loggedOut: "Déconnexion réussie.",
  documentsReceived: "Vos documents ont été reçus et vont être vérifiés.",
  waitlisted: "Vous êtes sur la liste d'attente.",
} as const;

export const secondFactors = {
  begun: "Ajoutez cette clé à votre application d'authentification, puis confirmez un code.",
  challenged: "Confirmez avec votre clé d'accès.",
  added: "Second facteur ajouté.",
  removed: "Second facteur retiré.",
  renewed: "Voici vos nouveaux codes de secours. Les anciens ne servent plus.",
  confirmed: "Second facteur confirmé.",
} as const;

/** What a tier is called and what it takes, from the lowest; what it allows is a setting in the database. */
export const kycTiers = {
  0: { name: "Niveau 0", description: "Adresse e-mail vérifiée" },
  1: { name: "Niveau 1", description: "Identité déclarée" },
  2: { name: "Niveau 2", description: "Identité vérifiée" },
  3: { name: "Niveau 3", description: "Vérification renforcée" },
} as const;
