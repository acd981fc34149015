/**
 * French as it is printed: the space in front of a double sign does not break. Authors type a plain one.
 */
export function typeset<Words>(words: Words): Words {
  if (typeof words === "string") return spaced(words) as Words;
  if (typeof words !== "object" || words === null) return words;
  if (Array.isArray(words)) return words.map(typeset) as Words;
  return Object.fromEntries(
    Object.entries(words).map(([key, value]) => [key, typeset(value)]),
  ) as Words;
}

function spaced(text: string): string {
  return text.replaceAll(/ (?=[:;!?»])/g, "\u00a0").replaceAll("« ", "«\u00a0");
}
