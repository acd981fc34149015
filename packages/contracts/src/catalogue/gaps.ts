/** The names of the gaps of a text: of `Le montant minimum est de {minimumXof} XOF.` it is `minimumXof`. */
export type GapsIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | GapsIn<Rest>
  : never;

/** Any text with the gaps of this one, in their order. */
type SameGaps<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? `${string}{${Name}}${SameGaps<Rest>}`
  : string;

/** The same keys in another language, each text with the gaps that the French one has. */
export type SameWords<Words> = {
  readonly [Key in keyof Words]: Words[Key] extends string
    ? SameGaps<Words[Key]>
    : SameWords<Words[Key]>;
};

/** Fills the gaps of a text. What fills them is not read for gaps again; a gap that nothing fills shows its name. */
export function fill<Text extends string>(
  text: Text,
  values: Readonly<Record<GapsIn<Text>, string>>,
): string {
  const known: Readonly<Record<string, string | undefined>> = values;
  return text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    Object.hasOwn(known, name) ? (known[name] ?? name) : name,
  );
}
