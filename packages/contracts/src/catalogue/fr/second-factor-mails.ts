const warnings = [
  "Ce n'était pas vous ? Changez aussitôt de mot de passe et prévenez un autre administrateur.",
] as const;

export const secondFactorMails = {
  "second-factor-added": {
    subject: "Un second facteur a été ajouté à votre compte Sanu",
    title: "Un second facteur a été ajouté",
    lead: "Une application d'authentification ou une clé d'accès protège désormais votre compte Sanu.",
    below: "Gardez vos codes de secours en lieu sûr : chacun ne sert qu'une fois.",
    warnings,
  },
  "second-factor-removed": {
    subject: "Un second facteur a été retiré de votre compte Sanu",
    title: "Un second facteur a été retiré",
    lead: "Une application d'authentification ou une clé d'accès ne sert plus pour votre compte Sanu.",
    below: "Vos autres sessions doivent confirmer de nouveau un second facteur.",
    warnings,
  },
  "second-factors-reset": {
    subject: "Vos seconds facteurs Sanu ont été supprimés",
    title: "Vos seconds facteurs ont été supprimés",
    lead: "Un opérateur a supprimé tous les seconds facteurs et codes de secours de votre compte Sanu.",
    below: "Toutes les sessions ont été fermées. Reconnectez-vous et ajoutez un second facteur.",
    warnings,
  },
  "recovery-code-used": {
    subject: "Un code de secours Sanu a été utilisé",
    title: "Un code de secours a été utilisé",
    lead: "Un code de secours vient de servir à la place de votre second facteur.",
    below: "Ce code ne sert plus. Vous pouvez en demander de nouveaux dans votre compte.",
    warnings,
  },
  "recovery-codes-renewed": {
    subject: "Vos codes de secours Sanu ont été remplacés",
    title: "Vos codes de secours ont été remplacés",
    lead: "De nouveaux codes de secours ont été créés pour votre compte Sanu.",
    below: "Les anciens ne servent plus.",
    warnings,
  },
} as const;
