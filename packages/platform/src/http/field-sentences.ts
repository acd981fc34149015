import type { FieldRule, Language } from "@sanu/contracts";

/** A sentence in both languages; `field` is its subject, `limit` the number or the list that a rule names. */
export type FieldSentence = Readonly<Record<Language, (field: string, limit: string) => string>>;

const sentence = (
  fr: (field: string, limit: string) => string,
  en: (field: string, limit: string) => string,
): FieldSentence => ({ fr, en });

const required = sentence(
  (field) => `${field} est obligatoire.`,
  (field) => `${field} is required.`,
);

/** Rules that only a service can check. */
const mustBe = (french: string, english: string) =>
  sentence(
    (field) => `${field} doit être ${french}.`,
    (field) => `${field} must be ${english}.`,
  );

export const ruleSentences: Readonly<Record<FieldRule, FieldSentence>> = {
  required,
  taken: sentence(
    (field) => `${field} sert déjà à quelqu'un.`,
    (field) => `${field} has already been taken.`,
  ),
  "invalid-code": sentence(
    () => "Le code est invalide ou a expiré.",
    () => "The code is invalid or has expired.",
  ),
  "invalid-passkey": sentence(
    () => "Cette clé d'accès n'a pas répondu à la demande de cette session.",
    () => "This passkey did not answer what this session asked for.",
  ),
  "wrong-password": sentence(
    () => "Le mot de passe est incorrect.",
    () => "The password is incorrect.",
  ),
  "too-common": sentence(
    () => "Ce mot de passe est trop courant. Choisissez-en un autre.",
    () => "This password is too common. Choose another one.",
  ),
  "whole-francs": mustBe(
    "un nombre entier de francs CFA : le franc n'a pas de centimes",
    "a whole number of CFA francs: the franc has no cents",
  ),
  "invalid-phone-number": mustBe("un numéro de téléphone valide", "a valid phone number"),
  "invalid-receiver": mustBe(
    "une adresse Bitcoin ou Lightning valide",
    "a valid Bitcoin or Lightning address",
  ),
  "wrong-network": sentence(
    (field) => `${field} désigne un autre réseau Bitcoin.`,
    (field) => `${field} belongs to another Bitcoin network.`,
  ),
  "unsupported-country": sentence(
    (field) => `${field} n'est pas d'un pays pris en charge.`,
    (field) => `${field} is not of a supported country.`,
  ),
  "invalid-document": sentence(
    (field) => `${field} doit contenir des images JPEG ou PNG, ou des PDF.`,
    (field) => `${field} must be JPEG or PNG images, or PDFs.`,
  ),
  "invalid-document-number": sentence(
    (field) => `${field} ne peut contenir que des chiffres et les lettres de A à Z.`,
    (field) => `${field} can have only digits and the letters from A to Z.`,
  ),
  "single-use": sentence(
    (field) => `${field} désigne une facture, qui ne sert qu'une fois.`,
    (field) => `${field} is an invoice, which can be used only once.`,
  ),
  alone: sentence(
    (field) => `${field} prend effet aussitôt : envoyez le reste à part.`,
    (field) => `${field} takes effect at once: send the rest on its own.`,
  ),
  "no-orders": sentence(
    (field) => `${field} ne vaut que pour une clé qui permet de passer des ordres.`,
    (field) => `${field} is only for a key that opens orders.`,
  ),
  "listed-twice": sentence(
    (field) => `${field} figure déjà dans la liste.`,
    (field) => `${field} is already in the list.`,
  ),
  "second-default": sentence(
    (field) => `${field} désigne une deuxième valeur par défaut ; il n'en faut qu'une.`,
    (field) => `${field} names a second default; there can be only one.`,
  ),
  "outside-band": sentence(
    (field) => `${field} est hors des bornes permises.`,
    (field) => `${field} is outside of what is allowed.`,
  ),
  "below-least": sentence(
    (field) => `${field} est en dessous du minimum qui l'accompagne.`,
    (field) => `${field} is less than the minimum beside it.`,
  ),
  "not-served": sentence(
    (field) => `${field} nomme ce que ce prestataire ne fait pas ici.`,
    (field) => `${field} names what this provider does not do here.`,
  ),
  "too-wide": sentence(
    (field) => `${field} contient un réseau trop large.`,
    (field) => `${field} names a network that is too wide.`,
  ),
};

export const shapeSentences = {
  required,
  invalid: sentence(
    (field) => `${field} est invalide.`,
    (field) => `${field} is invalid.`,
  ),
  text: mustBe("un texte", "a string"),
  whole: mustBe("un nombre entier", "a whole number"),
  number: mustBe("un nombre", "a number"),
  flag: mustBe("vrai ou faux", "true or false"),
  list: mustBe("une liste", "a list"),
  object: mustBe("un objet JSON", "a JSON object"),
  email: mustBe("une adresse e-mail valide", "a valid email address"),
  uuid: mustBe("un UUID", "a UUID"),
  oneOf: sentence(
    (field, limit) => `${field} doit être l'une de ces valeurs : ${limit}.`,
    (field, limit) => `${field} must be one of: ${limit}.`,
  ),
  shorterThan: sentence(
    (field, limit) => `${field} doit contenir au moins ${limit} caractères.`,
    (field, limit) => `${field} must be at least ${limit} characters.`,
  ),
  longerThan: sentence(
    (field, limit) => `${field} ne peut pas dépasser ${limit} caractères.`,
    (field, limit) => `${field} must not be longer than ${limit} characters.`,
  ),
  below: sentence(
    (field, limit) => `${field} doit être au moins ${limit}.`,
    (field, limit) => `${field} must be at least ${limit}.`,
  ),
  notAbove: sentence(
    (field, limit) => `${field} doit dépasser ${limit}.`,
    (field, limit) => `${field} must be greater than ${limit}.`,
  ),
  moreThan: sentence(
    (field, limit) => `${field} ne peut pas contenir plus de ${limit} éléments.`,
    (field, limit) => `${field} must not have more than ${limit} items.`,
  ),
  above: sentence(
    (field, limit) => `${field} ne peut pas dépasser ${limit}.`,
    (field, limit) => `${field} must not be greater than ${limit}.`,
  ),
} as const satisfies Record<string, FieldSentence>;
