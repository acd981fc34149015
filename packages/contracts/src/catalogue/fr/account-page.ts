/** Where the link of a mail with a code leads. */
export const accountPage = {
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
  email: "Adresse e-mail",
  password: "Nouveau mot de passe",
  elsewhere:
    "Ce lien a servi, a expiré, ou n'a pas été demandé dans ce navigateur. Rien n'a changé : ouvrez-le là où vous l'avez demandé, ou saisissez le code.",
  noScript:
    "Sans JavaScript, ce bouton n'envoie rien. Activez-le, ou saisissez le code de l'e-mail là où vous l'avez demandé.",
  away: "Sanu ne répond pas. Réessayez dans un instant : le lien reste valable tant qu'il n'a pas servi ou expiré.",
} as const;
