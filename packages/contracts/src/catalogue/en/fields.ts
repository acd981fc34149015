import type {
  fieldNames as frenchNames,
  fieldRules as frenchRules,
  fieldShapes as frenchShapes,
  otherField as otherFrench,
} from "../fr/fields.ts";
import type { SameWords } from "../gaps.ts";

export const fieldNames: SameWords<typeof frenchNames> = {
  amount: "The amount",
  amount_sats: "The amount in satoshis",
  number: "The number",
  receiver_address: "The receiver address",
  type: "The type",
  provider: "The provider",
  quote_id: "The quote",
  name: "The name",
  email: "The email address",
  password: "The password",
  password_confirmation: "The confirmation of the password",
  whatsapp: "The WhatsApp number",
  country: "The country",
  address: "The address",
  code: "The code",
  token: "The code",
  user_id: "The account id",
  document_number: "The document number",
  reason: "The reason",
  price: "The price",
  every: "The frequency",
  day: "The day",
  time: "The time",
  until: "The end date",
  count: "The number of transactions",
};

export const otherField: SameWords<{ readonly text: typeof otherFrench }>["text"] =
  "The field {path}";

const required = "{field} is required.";

export const fieldRules: SameWords<typeof frenchRules> = {
  required,
  invalid: "{field} is invalid.",
  taken: "{field} has already been taken. Choose something else.",
  "invalid-code": "The code is invalid or has expired. Check it, or ask for a new one.",
  "invalid-passkey": "This passkey did not answer what this session asked for. Start again.",
  "wrong-password": "The password is incorrect. Check it, or ask for a new one.",
  "too-common": "This password is too common. Choose another one.",
  "other-password": "{field} must be the same as the password.",
  "whole-francs": "{field} must be a whole number of CFA francs: the franc has no cents.",
  "invalid-phone-number": "{field} must be a valid phone number.",
  "invalid-receiver": "{field} must be a valid Bitcoin or Lightning address.",
  "wrong-network": "{field} belongs to another Bitcoin network. Give one of this network.",
  "unsupported-country": "{field} is not of a supported country.",
  "invalid-document": "{field} must be JPEG or PNG images, or PDFs.",
  "invalid-document-number": "{field} can have only digits and the letters from A to Z.",
  "single-use":
    "{field} is an invoice or demands an amount, so it can be used only once: give an address alone.",
  "one-of-two": "{field} excludes another field that you gave: keep one of the two.",
  alone: "{field} takes effect at once: send the rest on its own.",
  "listed-twice": "{field} is already in the list.",
  "second-default": "{field} names a second default; there can be only one.",
  "never-due": "{field} is before the first due moment: nothing would ever be ordered.",
  "outside-band": "{field} is outside of what is allowed. Choose a less extreme value.",
  "below-least": "{field} is less than the minimum beside it.",
  "no-orders": "{field} is only for a key that opens orders.",
  "not-served": "{field} names what this provider does not do here.",
  "too-wide": "{field} names a network that is too wide.",
};

export const fieldShapes: SameWords<typeof frenchShapes> = {
  required,
  invalid: "{field} is invalid.",
  text: "{field} must be a string.",
  whole: "{field} must be a whole number.",
  number: "{field} must be a number.",
  flag: "{field} must be true or false.",
  list: "{field} must be a list.",
  object: "{field} must be a JSON object.",
  email: "{field} must be a valid email address.",
  uuid: "{field} must be a UUID.",
  oneOf: "{field} must be one of: {limit}.",
  shorterThan: "{field} must be at least {limit} characters.",
  longerThan: "{field} must not be longer than {limit} characters.",
  below: "{field} must be at least {limit}.",
  notAbove: "{field} must be greater than {limit}.",
  moreThan: "{field} must not have more than {limit} items.",
  above: "{field} must not be greater than {limit}.",
};
