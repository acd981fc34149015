/** A command as a page has it. */
export interface Said {
  /** Whose it is: the shell's, or that of `npm start`. */
  readonly of: "sanu" | "start";
  readonly words: readonly string[];
  /** In a block of its own, to be typed as it stands; in the middle of a sentence it may be named without the rest. */
  readonly isWhole: boolean;
}

const starts = [
  // Labels that a node keeps for us begin like this, too: `sanu batch:…`.
  ["sanu", /^(?:pnpm )?sanu (?=[a-z-]+(?: |$))/],
  ["sanu", /^npm run (?:--silent )?sanu -- /],
  [
    "sanu",
    /^(?:docker compose run --rm \S+ |node )packages\/cli\/(?:dist\/main\.js|src\/main\.ts) /,
  ],
  ["sanu", /^docker compose run --rm (?:.* )?shell /],
  ["sanu", /^node deploy\/kubernetes\/sanu\.mjs \S+ /],
  ["start", /^npm start (?:--silent)? ?(?:-- )?/],
] as const;

/** Every command of ours that a page asks for: its code, in blocks and within lines. */
export function saidCommands(markdown: string): readonly Said[] {
  const blocks: string[] = [];
  const prose = markdown.replaceAll(/^ *```.*\n([\s\S]*?)^ *```$/gm, (_all, block: string) => {
    blocks.push(block);
    return "\n";
  });
  const lines = blocks.flatMap((block) => block.replaceAll(/\\\n\s*/g, " ").split("\n"));
  const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);
  return [
    ...lines.flatMap((line) => read(line.trim(), true)),
    ...spans.flatMap((span) => read(span.replaceAll(/\s+/g, " ").replaceAll("\\|", "|"), false)),
  ];
}

function read(text: string, isWhole: boolean): readonly Said[] {
  for (const [of, start] of starts) {
    if (start.test(text)) return [{ of, words: wordsOf(text.replace(start, "")), isWhole }];
  }
  return [];
}

/** What the shell around it takes for itself. */
const ends = /^(?:[>|;&#<]|2>|&&|\|\|)/;

/** As a shell splits them. Brackets around what may be left out are no part of it. */
function wordsOf(text: string): readonly string[] {
  const words = text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  const end = words.findIndex((word) => ends.test(word));
  return words
    .slice(0, end === -1 ? words.length : end)
    .flatMap((word) => (word.startsWith("--") ? splitOnce(word) : [word]))
    .map((word) => word.replaceAll(/^["'[]+|["'\]]+$/g, ""));
}

function splitOnce(word: string): readonly string[] {
  const at = word.indexOf("=");
  return at === -1 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}
