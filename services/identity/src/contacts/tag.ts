import { randomInt } from "node:crypto";

/** `attemptsMax` candidates are tried before a registration is given up as a fault. */
export const tagLimits = { lettersMax: 20, shortSuffixMax: 10_000, attemptsMax: 6 } as const;

const longSuffixMax = 100_000_000;
const shortAttempts = 3;

/**
 * A handle made from a name: `Adjoa Sènan Kpodékon` → `adjoasenankpodekon`. The first attempt is the bare
 * name, later ones end in random digits, more of them when few were not enough. A name without any Latin
 * letter or digit starts as `sanu`.
 */
export function tagFor(name: string, attempt: number): string {
  const letters = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")
    .slice(0, tagLimits.lettersMax);
  if (letters !== "" && attempt === 1) return letters;
  const stem = letters === "" ? "sanu" : letters;
  const suffixMax = attempt <= shortAttempts ? tagLimits.shortSuffixMax : longSuffixMax;
  return `${stem}${randomInt(1, suffixMax)}`;
}
