import { type ProblemDefinition, problem } from "./problem-definition.ts";

const refused = (title: string, message: ProblemDefinition["message"]) =>
  problem(400, title, message);

/** What the staff reads when a case takes no verdict of hers. */
export const caseProblems = {
  "outcome-unknown": refused("Outcome unknown", {
    fr: "L'issue d'un paiement, d'un envoi ou d'un remboursement est encore inconnue : proposez d'abord un verdict.",
    en: "The outcome of a payment, a payout or a refund is still unknown: propose a verdict first.",
  }),
  "case-closed": refused("Case closed", {
    fr: "Ce dossier est clos.",
    en: "This case is closed.",
  }),
  "case-decided": refused("Case decided", {
    fr: "Un verdict de ce dossier est déjà approuvé.",
    en: "A verdict of this case is already approved.",
  }),
  "two-people-needed": refused("Two people needed", {
    fr: "Ce qui est rendu hors de nos voies se décide à deux : proposez `paid-by-hand` dans le dossier de ce remboursement.",
    en: "What is given back outside our rails takes two people: propose `paid-by-hand` in the case of that refund.",
  }),
  "verdict-not-possible": refused("Verdict not possible", {
    fr: "Ce verdict n'est pas possible pour ce dossier.",
    en: "This verdict is not possible for this case.",
  }),
  "verdict-amount-mismatch": refused("Verdict amount mismatch", {
    fr: "Le montant du verdict n'est pas celui du dossier.",
    en: "The amount of the verdict is not that of the case.",
  }),
  "reference-is-number": refused("Reference is a number", {
    fr: "La référence ressemble à un numéro de téléphone : donnez celle du fournisseur.",
    en: "The reference looks like a phone number: state the provider's own.",
  }),
  "reference-in-use": refused("Reference in use", {
    fr: "Cette référence est celle d'une autre transaction ou d'un autre verdict.",
    en: "This reference is that of another transaction or of another verdict.",
  }),
  "proposal-pending": refused("Proposal pending", {
    fr: "Une autre proposition attend d'être approuvée ou retirée.",
    en: "Another proposal waits to be approved or withdrawn.",
  }),
  "proposal-not-open": refused("Proposal not open", {
    fr: "Cette proposition n'existe pas ou a été retirée.",
    en: "There is no such proposal, or it was withdrawn.",
  }),
  "proposal-expired": refused("Proposal expired", {
    fr: "Cette proposition a expiré. Proposez à nouveau.",
    en: "This proposal has expired. Propose again.",
  }),
  "proposal-mismatch": refused("Proposal mismatch", {
    fr: "Le contenu approuvé n'est pas celui de la proposition. Relisez-la.",
    en: "What was approved is not what was proposed. Read it again.",
  }),
  "proposal-outdated": problem(409, "Proposal outdated", {
    fr: "Ce dont parle cette proposition a changé depuis. Proposez à nouveau.",
    en: "What this proposal speaks of has changed since. Propose again.",
  }),
  "proposal-void": refused("Proposal void", {
    fr: "Qui a proposé ne fait plus partie de l'équipe.",
    en: "Who proposed it is of the staff no more.",
  }),
  "approver-too-new": problem(403, "Approver too new", {
    fr: "Vous n'approuvez pas encore ce qui fut proposé avant que vous fassiez partie de l'équipe.",
    en: "You do not approve yet what was proposed before you were of the staff.",
  }),
  "own-account": problem(403, "Own account", {
    fr: "Personne ne décide de son propre compte, de ses transactions ou de leurs dossiers.",
    en: "Nobody decides about her own account, transactions or cases.",
  }),
  "own-proposal": problem(403, "Own proposal", {
    fr: "Une proposition doit être approuvée par une autre personne.",
    en: "A proposal has to be approved by somebody else.",
  }),
} as const;
