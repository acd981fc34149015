import type { Language } from "@sanu/contracts";

/** What people call the fields that they fill in, as the beginning of a sentence. */
const names: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  amount: { fr: "Le montant", en: "The amount" },
  amount_sats: { fr: "Le montant en satoshis", en: "The amount in satoshis" },
  number: { fr: "Le numéro", en: "The number" },
  receiver_address: { fr: "L'adresse de réception", en: "The receiver address" },
  type: { fr: "Le type", en: "The type" },
  provider: { fr: "Le moyen de paiement", en: "The provider" },
  quote_id: { fr: "Le devis", en: "The quote" },
  name: { fr: "Le nom", en: "The name" },
  email: { fr: "L'adresse e-mail", en: "The email address" },
  password: { fr: "Le mot de passe", en: "The password" },
  password_confirmation: {
    fr: "La confirmation du mot de passe",
    en: "The confirmation of the password",
  },
  whatsapp: { fr: "Le numéro WhatsApp", en: "The WhatsApp number" },
  country: { fr: "Le pays", en: "The country" },
  address: { fr: "L'adresse", en: "The address" },
  code: { fr: "Le code", en: "The code" },
  token: { fr: "Le code", en: "The code" },
  user_id: { fr: "L'identifiant du compte", en: "The account id" },
  document_number: { fr: "Le numéro du document", en: "The document number" },
  reason: { fr: "Le motif", en: "The reason" },
};

/** The subject of a sentence about a field; one that people do not know, or one deep in a list, goes by its path. */
export function subjectOf(field: string, language: Language): string {
  const known = Object.hasOwn(names, field) ? names[field] : undefined;
  return known?.[language] ?? (language === "fr" ? `Le champ ${field}` : `The field ${field}`);
}
