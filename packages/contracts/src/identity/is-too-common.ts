import common from "./common-passwords.json" with { type: "json" };

const commonPasswords: ReadonlySet<string> = new Set(common.passwords.split(" "));

/**
 * Tells whether a password is among the first that anybody would try: one of the most common, in whatever
 * capitals, or one of the words that belong to the account, such as its address (OWASP ASVS 6.2.4, 6.2.11).
 */
export function isTooCommon(password: string, wordsOfAccount: readonly string[]): boolean {
  const plain = plainOf(password);
  if (commonPasswords.has(plain)) return true;
  return wordsOfAccount.some((word) => plain === plainOf(word) || plain === localPartOf(word));
}

function plainOf(text: string): string {
  return text.normalize("NFC").toLowerCase().replaceAll(" ", "");
}

function localPartOf(text: string): string | undefined {
  return text.includes("@") ? plainOf(text.slice(0, text.lastIndexOf("@"))) : undefined;
}
