import { isProblemCode, type ProblemCode, problems, wordsIn } from "@sanu/contracts";
import { exampleAnswer, retryText } from "./example.ts";
import { guideSections, problemGuides } from "./guides/guides.ts";

/** The same as a page of the repository, in Markdown. */
export function problemsMarkdown(): string {
  const sections = guideSections.map(({ title, guides }) =>
    [`## ${title}`, ...Object.keys(guides).filter(isProblemCode).map(sectionOf)].join("\n\n"),
  );
  return `# Problems

Whatever the API refuses is answered with one of these, as \`application/problem+json\` (RFC 9457). A program reads \`code\`, which never
changes its meaning; a person reads \`message\`, in French or, with \`Accept-Language: en\`, in English. The gateway serves the same at
\`/docs/problems\` and \`/docs/problems/{code}\`, where \`type\` leads. \`npm run generate\` writes this page.

${sections.join("\n\n")}
`;
}

function sectionOf(code: ProblemCode): string {
  const { title, status } = problems[code];
  const { cause, remedy } = problemGuides[code];
  const { head, body } = exampleAnswer(code, "fr");
  return `### ${code}

${title}, HTTP ${status}. In English: “${wordsIn("en").problems[code]}”

- Why: ${cause}
- What to do: ${remedy} ${retryText(code)}

\`\`\`http
${head}

${body}
\`\`\``;
}
