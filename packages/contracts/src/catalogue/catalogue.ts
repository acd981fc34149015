import type { Language } from "../language.ts";
import { english } from "./en/english.ts";
import { type Catalogue, french } from "./fr/french.ts";

/** Every text that a person can read, by language; nothing of the kind stands anywhere else. */
export const catalogues: Readonly<Record<Language, Catalogue>> = { fr: french, en: english };

/** The texts of a language. */
export function wordsIn(language: Language): Catalogue {
  return catalogues[language];
}
