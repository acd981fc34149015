/** What people call the fields that they fill in, as the beginning of a sentence. */
export const fieldNames = {
  amount: "Le montant",
  amount_sats: "Le montant en satoshis",
  number: "Le numéro",
  receiver_address: "L'adresse de réception",
  type: "Le type",
  provider: "Le moyen de paiement",
  quote_id: "Le devis",
  name: "Le nom",
  email: "L'adresse e-mail",
  password: "Le mot de passe",
  password_confirmation: "La confirmation du mot de passe",
  whatsapp: "Le numéro WhatsApp",
  country: "Le pays",
  address: "L'adresse",
  code: "Le code",
  token: "Le code",
  user_id: "L'identifiant du compte",
  document_number: "Le numéro du document",
  reason: "Le motif",
  price: "Le prix",
  every: "La fréquence",
  day: "Le jour",
  time: "L'heure",
  until: "La date de fin",
  count: "Le nombre de transactions",
} as const;

/** One that people do not know, or one deep in a list, goes by its path. */
export const otherField = "Le champ {path}";

const required = "{field} est obligatoire.";

/** What only a service finds broken. */
export const fieldRules = {
  required,
  invalid: "{field} est invalide.",
  taken: "{field} sert déjà à quelqu'un. Choisissez autre chose.",
  "invalid-code": "Le code est invalide ou a expiré. Vérifiez-le, ou demandez-en un nouveau.",
  "invalid-passkey":
    "Cette clé d'accès n'a pas répondu à la demande de cette session. Recommencez.",
  "wrong-password": "Le mot de passe est incorrect. Vérifiez-le, ou demandez-en un nouveau.",
  "too-common": "Ce mot de passe est trop courant. Choisissez-en un autre.",
  "other-password": "{field} doit être la même que le mot de passe.",
  "whole-francs":
    "{field} doit être un nombre entier de francs CFA : le franc n'a pas de centimes.",
  "invalid-phone-number": "{field} doit être un numéro de téléphone valide.",
  "invalid-receiver": "{field} doit être une adresse Bitcoin ou Lightning valide.",
  "wrong-network": "{field} désigne un autre réseau Bitcoin. Donnez-en une de celui-ci.",
  "unsupported-country": "{field} n'est pas d'un pays pris en charge.",
  "invalid-document": "{field} doit contenir des images JPEG ou PNG, ou des PDF.",
  "invalid-document-number": "{field} ne peut contenir que des chiffres et les lettres de A à Z.",
  "single-use":
    "{field} désigne une facture ou exige un montant, et ne sert donc qu'une fois : donnez une adresse seule.",
  "one-of-two": "{field} exclut un autre champ que vous avez donné : gardez l'un des deux.",
  alone: "{field} prend effet aussitôt : envoyez le reste à part.",
  "listed-twice": "{field} figure déjà dans la liste.",
  "second-default": "{field} désigne une deuxième valeur par défaut ; il n'en faut qu'une.",
  "never-due": "{field} précède la première échéance : rien ne serait jamais commandé.",
  "outside-band": "{field} est hors des bornes permises. Choisissez une valeur moins éloignée.",
  "below-least": "{field} est en dessous du minimum qui l'accompagne.",
  "no-orders": "{field} ne vaut que pour une clé qui permet de passer des ordres.",
  "not-served": "{field} nomme ce que ce prestataire ne fait pas ici.",
  "too-wide": "{field} contient un réseau trop large.",
} as const;

/** What the gateway finds broken in the shape of a field; `limit` is a number or a list. */
export const fieldShapes = {
  required,
  invalid: "{field} est invalide.",
  text: "{field} doit être un texte.",
  whole: "{field} doit être un nombre entier.",
  number: "{field} doit être un nombre.",
  flag: "{field} doit être vrai ou faux.",
  list: "{field} doit être une liste.",
  object: "{field} doit être un objet JSON.",
  email: "{field} doit être une adresse e-mail valide.",
  uuid: "{field} doit être un UUID.",
  oneOf: "{field} doit être l'une de ces valeurs : {limit}.",
  shorterThan: "{field} doit contenir au moins {limit} caractères.",
  longerThan: "{field} ne peut pas dépasser {limit} caractères.",
  below: "{field} doit être au moins {limit}.",
  notAbove: "{field} doit dépasser {limit}.",
  moreThan: "{field} ne peut pas contenir plus de {limit} éléments.",
  above: "{field} ne peut pas dépasser {limit}.",
} as const;
