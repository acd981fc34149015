import { knownAnswers, knownPeriod } from "./known-answers.fixture.ts";
import { type Question, type QuestionName, questionNames, readQuestion } from "./questions.ts";

const wholeNumber = /^-?\d+$/;

/** `docs/questions.md`: each question with its SQL as it stands in its file, and its answer on the known set. */
export function questionsPage(): string {
  const { fromDay, toDay, timeZone } = knownPeriod;
  const titles = questionNames.map((name) => readQuestion(name));
  const contents = titles.map(({ title }) => `- [${title}](#${anchorOf(title)})`).join("\n");
  return `# Ten questions, and what they answer

\`npm run generate\` writes this page from the [files of SQL](../packages/cli/src/events/questions) and the answers that their test expects.
[For analysts](analysts.md) says how to ask them of an export, and what each is made of.

Each answer is about the [known set](../packages/testing/src/known-set/known-set.ts), a few orders of every kind of end, from ${fromDay} to
${toDay} in the time zone \`${timeZone}\`. It was worked out by hand, and a test asks DuckDB the question over an export of the set and compares
every row. An empty cell is null. The comment in front of the SQL says what each column holds, and in which unit.

${contents}

${titles.map((question) => sectionOf(question)).join("\n")}`;
}

/** As GitHub makes it of a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w -]/g, "")
    .replaceAll(" ", "-");
}

function sectionOf({ name, title, sql, columns }: Question): string {
  const rows = answerOf(name);
  const about = name === "books" ? "Its answer, at the end of some of the days:" : "Its answer:";
  const names = columns.map((column) => column.name);
  // Amounts and counts end in one line; so they are compared by looking.
  const rules = names.map((_name, index) =>
    rows.every((row) => row[index] === "" || wholeNumber.test(row[index] ?? "")) ? "---:" : "---",
  );
  return `## ${title}

[${name}.sql](../packages/cli/src/events/questions/${name}.sql)

\`\`\`sql
${sql}\`\`\`

${about}

${[names, rules, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")}
`;
}

/** The rows of a known answer, and their cells. */
function answerOf(name: QuestionName): readonly (readonly string[])[] {
  return knownAnswers[name]
    .trim()
    .split("\n")
    .map((line) => line.split("|"));
}
