import { Language } from "@sanu/contracts";

/** Further entries of an Accept-Language header are not read. */
const preferencesMax = 10;

/** `Accept-Language` (RFC 9110, 12.5.4); French where nothing else fits. */
export function readLanguage(header: string | undefined): Language {
  const wanted = (header ?? "")
    .split(",", preferencesMax)
    .map(readPreference)
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  for (const { tag } of wanted) {
    if (tag === "*") return "fr";
    const known = Language.safeParse(tag.split("-", 1)[0]);
    if (known.success) return known.data;
  }
  return "fr";
}

function readPreference(entry: string): { readonly tag: string; readonly weight: number } {
  const [tag = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((each) => each.startsWith("q="));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return { tag, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}
