/** What the staff reads when a case takes no verdict of hers, or when she has to prove more before she acts. */
export const staffProblems = {
  "outcome-unknown":
    "L'issue d'un paiement, d'un envoi ou d'un remboursement est encore inconnue. Rien n'a changé : proposez d'abord un verdict.",
  "case-closed": "Ce dossier est clos. Rien n'a changé : vous n'avez rien à faire.",
  "case-decided":
    "Un verdict de ce dossier est déjà approuvé, et reste valable. Vous n'avez rien à faire.",
  "two-people-needed":
    "Ce qui est rendu hors de nos voies se décide à deux. Rien n'a changé : proposez `paid-by-hand` dans le dossier de ce remboursement.",
  "verdict-not-possible":
    "Ce verdict n'est pas possible pour ce dossier. Rien n'a changé : relisez le dossier et choisissez-en un autre.",
  "verdict-amount-mismatch":
    "Le montant du verdict n'est pas celui du dossier. Rien n'a changé : relisez le dossier et proposez à nouveau.",
  "reference-is-number":
    "La référence ressemble à un numéro de téléphone. Rien n'a été noté : donnez celle du fournisseur.",
  "reference-in-use":
    "Cette référence est celle d'une autre transaction ou d'un autre verdict. Rien n'a changé : vérifiez-la chez le fournisseur.",
  "proposal-pending":
    "Une autre proposition attend d'être approuvée ou retirée. Décidez d'abord de celle-là.",
  "proposal-not-open": "Cette proposition n'existe pas ou a été retirée. Proposez à nouveau.",
  "proposal-expired": "Cette proposition a expiré, et rien n'a changé. Proposez à nouveau.",
  "proposal-mismatch":
    "Le contenu approuvé n'est pas celui de la proposition. Rien n'a changé : relisez-la.",
  "proposal-outdated":
    "Ce dont parle cette proposition a changé depuis. Elle n'a rien fait : proposez à nouveau.",
  "proposal-void":
    "La personne qui a fait cette proposition ne fait plus partie de l'équipe. Proposez à nouveau.",
  "approver-too-new":
    "Cette proposition a été faite avant que vous fassiez partie de l'équipe. Une autre personne doit l'approuver.",
  "own-account":
    "Personne ne décide de son propre compte, de ses transactions ou de leurs dossiers. Une autre personne doit le faire.",
  "own-proposal":
    "Une proposition doit être approuvée par une autre personne. Elle attend toujours.",
  "second-factor-required": "Confirmez d'abord cette session avec votre second facteur.",
  "step-up-required":
    "Confirmez de nouveau votre second facteur : la dernière confirmation est trop ancienne.",
  "last-second-factor":
    "C'est votre dernier second facteur. Ajoutez-en un autre avant de le retirer.",
  "too-many-second-factors": "Vous avez déjà {factorsMax} seconds facteurs. Retirez-en un d'abord.",
  "too-many-api-keys": "{keysMax} clés sont déjà valables. Révoquez-en une d'abord.",
  "too-many-proposals":
    "{openMax} de vos propositions attendent déjà. Retirez-en une, ou faites-en décider une, d'abord.",
} as const;
