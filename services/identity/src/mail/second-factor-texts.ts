import type { SecondFactorNotice } from "../database/mail-kind.ts";
import type { Texts } from "./mail-wording.ts";

const notYou = {
  fr: "Ce n'était pas vous ? Changez aussitôt de mot de passe et prévenez un autre administrateur.",
  en: "It was not you? Change your password at once and tell another admin.",
};

const notice = (
  fr: Pick<Texts["fr"], "subject" | "title" | "lead" | "below">,
  en: Pick<Texts["en"], "subject" | "title" | "lead" | "below">,
): Texts => ({
  fr: { ...fr, warnings: [notYou.fr] },
  en: { ...en, warnings: [notYou.en] },
});

export const secondFactorTexts: Readonly<Record<SecondFactorNotice, Texts>> = {
  "second-factor-added": notice(
    {
      subject: "Un second facteur a été ajouté à votre compte Sanu",
      title: "Un second facteur a été ajouté",
      lead: "Une application d'authentification ou une clé d'accès protège désormais votre compte Sanu.",
      below: "Gardez vos codes de secours en lieu sûr : chacun ne sert qu'une fois.",
    },
    {
      subject: "A second factor was added to your Sanu account",
      title: "A second factor was added",
      lead: "An authenticator app or a passkey now protects your Sanu account.",
      below: "Keep your recovery codes in a safe place: each of them works once.",
    },
  ),
  "second-factor-removed": notice(
    {
      subject: "Un second facteur a été retiré de votre compte Sanu",
      title: "Un second facteur a été retiré",
      lead: "Une application d'authentification ou une clé d'accès ne sert plus pour votre compte Sanu.",
      below: "Vos autres sessions doivent confirmer de nouveau un second facteur.",
    },
    {
      subject: "A second factor was removed from your Sanu account",
      title: "A second factor was removed",
      lead: "An authenticator app or a passkey counts no more for your Sanu account.",
      below: "Your other sessions have to confirm a second factor again.",
    },
  ),
  "second-factors-reset": notice(
    {
      subject: "Vos seconds facteurs Sanu ont été supprimés",
      title: "Vos seconds facteurs ont été supprimés",
      lead: "Un opérateur a supprimé tous les seconds facteurs et codes de secours de votre compte Sanu.",
      below: "Toutes les sessions ont été fermées. Reconnectez-vous et ajoutez un second facteur.",
    },
    {
      subject: "Your Sanu second factors were reset",
      title: "Your second factors were reset",
      lead: "An operator deleted all second factors and recovery codes of your Sanu account.",
      below: "All sessions were closed. Log in again and add a second factor.",
    },
  ),
  "recovery-code-used": notice(
    {
      subject: "Un code de secours Sanu a été utilisé",
      title: "Un code de secours a été utilisé",
      lead: "Un code de secours vient de servir à la place de votre second facteur.",
      below: "Ce code ne sert plus. Vous pouvez en demander de nouveaux dans votre compte.",
    },
    {
      subject: "A Sanu recovery code was used",
      title: "A recovery code was used",
      lead: "A recovery code has just been used in place of your second factor.",
      below: "That code works no more. You can ask for new ones in your account.",
    },
  ),
  "recovery-codes-renewed": notice(
    {
      subject: "Vos codes de secours Sanu ont été remplacés",
      title: "Vos codes de secours ont été remplacés",
      lead: "De nouveaux codes de secours ont été créés pour votre compte Sanu.",
      below: "Les anciens ne servent plus.",
    },
    {
      subject: "Your Sanu recovery codes were replaced",
      title: "Your recovery codes were replaced",
      lead: "New recovery codes were made for your Sanu account.",
      below: "The old ones work no more.",
    },
  ),
};
