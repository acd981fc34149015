import type { FieldRule, Language } from "@sanu/contracts";

/** A sentence about a field in both languages; `limit` is the number or the list that a rule names. */
export type FieldSentence = Readonly<Record<Language, (field: string, limit: string) => string>>;

const sentence = (
  fr: (field: string, limit: string) => string,
  en: (field: string, limit: string) => string,
): FieldSentence => ({ fr, en });

const required = sentence(
  (field) => `Le champ ${field} est obligatoire.`,
  (field) => `The ${field} field is required.`,
);

/** Rules that only a service can check. */
const mustBe = (french: string, english: string) =>
  sentence(
    (field) => `Le champ ${field} doit être ${french}.`,
    (field) => `The ${field} must be ${english}.`,
  );

export const ruleSentences: Readonly<Record<FieldRule, FieldSentence>> = {
  required,
  taken: sentence(
    (field) => `La valeur du champ ${field} est déjà utilisée.`,
    (field) => `The ${field} has already been taken.`,
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
  "invalid-phone-number": mustBe("un numéro de téléphone valide", "a valid phone number"),
  "invalid-receiver": mustBe(
    "une adresse Bitcoin ou Lightning valide",
    "a valid Bitcoin or Lightning address",
  ),
  "wrong-network": sentence(
    (field) => `Le champ ${field} désigne un autre réseau Bitcoin.`,
    (field) => `The ${field} belongs to another Bitcoin network.`,
  ),
  "unsupported-country": sentence(
    (field) => `Le pays du champ ${field} n'est pas pris en charge.`,
    (field) => `The country of the ${field} is not supported.`,
  ),
  "invalid-document": sentence(
    (field) => `Le champ ${field} doit contenir des images JPEG ou PNG, ou des PDF.`,
    (field) => `The ${field} must be JPEG or PNG images, or PDFs.`,
  ),
  "invalid-document-number": sentence(
    (field) => `Le champ ${field} ne peut contenir que des chiffres et les lettres de A à Z.`,
    (field) => `The ${field} can have only digits and the letters from A to Z.`,
  ),
  "single-use": sentence(
    (field) => `Le champ ${field} désigne une facture, qui ne sert qu'une fois.`,
    (field) => `The ${field} is an invoice, which can be used only once.`,
  ),
  alone: sentence(
    (field) => `Le champ ${field} prend effet aussitôt : envoyez le reste à part.`,
    (field) => `The ${field} takes effect at once: send the rest on its own.`,
  ),
  "listed-twice": sentence(
    (field) => `La valeur du champ ${field} figure déjà dans la liste.`,
    (field) => `The ${field} is already in the list.`,
  ),
  "second-default": sentence(
    (field) => `Le champ ${field} désigne une deuxième valeur par défaut ; il n'en faut qu'une.`,
    (field) => `The ${field} names a second default; there can be only one.`,
  ),
  "outside-band": sentence(
    (field) => `Le champ ${field} est hors des bornes permises.`,
    (field) => `The ${field} is outside of what is allowed.`,
  ),
  "below-least": sentence(
    (field) => `Le champ ${field} est inférieur au minimum qui l'accompagne.`,
    (field) => `The ${field} is less than the minimum beside it.`,
  ),
  "not-served": sentence(
    (field) => `Le champ ${field} nomme ce que ce prestataire ne fait pas ici.`,
    (field) => `The ${field} names what this provider does not do here.`,
  ),
  "too-wide": sentence(
    (field) => `Le champ ${field} contient un réseau trop large.`,
    (field) => `The ${field} name a network that is too wide.`,
  ),
};

export const shapeSentences = {
  required,
  invalid: sentence(
    (field) => `Le champ ${field} est invalide.`,
    (field) => `The ${field} field is invalid.`,
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
    (field, limit) => `Le champ ${field} doit être l'une de ces valeurs : ${limit}.`,
    (field, limit) => `The ${field} must be one of: ${limit}.`,
  ),
  shorterThan: sentence(
    (field, limit) => `Le champ ${field} doit contenir au moins ${limit} caractères.`,
    (field, limit) => `The ${field} must be at least ${limit} characters.`,
  ),
  longerThan: sentence(
    (field, limit) => `Le champ ${field} ne peut pas dépasser ${limit} caractères.`,
    (field, limit) => `The ${field} must not be longer than ${limit} characters.`,
  ),
  below: sentence(
    (field, limit) => `Le champ ${field} doit être au moins ${limit}.`,
    (field, limit) => `The ${field} must be at least ${limit}.`,
  ),
  notAbove: sentence(
    (field, limit) => `Le champ ${field} doit être supérieur à ${limit}.`,
    (field, limit) => `The ${field} must be greater than ${limit}.`,
  ),
  moreThan: sentence(
    (field, limit) => `Le champ ${field} ne peut pas contenir plus de ${limit} éléments.`,
    (field, limit) => `The ${field} must not have more than ${limit} items.`,
  ),
  above: sentence(
    (field, limit) => `Le champ ${field} ne peut pas dépasser ${limit}.`,
    (field, limit) => `The ${field} must not be greater than ${limit}.`,
  ),
} as const satisfies Record<string, FieldSentence>;
