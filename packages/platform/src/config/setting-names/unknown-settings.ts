import { isKnown, nearestName } from "./near-names.ts";
import settingNames from "./setting-names.json" with { type: "json" };

/** Every setting of a service or provider, as the READMEs and guides list them; `npm run generate` writes the file. */
export const knownSettings: ReadonlySet<string> = new Set(settingNames);

/** A sentence about each name that is no setting, with the one that may have been meant. */
export function unknownSettings(
  names: readonly string[],
  known: ReadonlySet<string> = knownSettings,
): readonly string[] {
  return names.filter((name) => !isKnown(name, known)).map((name) => sentenceOf(name, known));
}

function sentenceOf(name: string, known: ReadonlySet<string>): string {
  const nearest = nearestName(name, known);
  const hint =
    nearest === undefined ? "the READMEs of the services list them" : `did you mean ${nearest}?`;
  return `${name} is no setting: ${hint}`;
}
