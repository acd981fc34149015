import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { questionNames, readQuestion } from "./questions.ts";
import { questionsPage } from "./questions-page.fixture.ts";

const docs = new URL("../../../../../docs/", import.meta.url);
const committed = readFileSync(new URL("questions.md", docs), "utf8");

describe("the page of questions", () => {
  it("is committed as `npm run generate` writes it", () => {
    expect(committed).toBe(questionsPage());
  });

  it.each(questionNames)(
    "shows the whole query of %s, and an answer of all its columns",
    (name) => {
      const { title, sql, columns } = readQuestion(name);
      const [, section = ""] = committed.split(`\n## ${title}\n`);
      const [own = ""] = section.split("\n## ");
      const table = own.split("\n").filter((line) => line.startsWith("| "));

      expect(own).toContain(`\`\`\`sql\n${sql}\`\`\`\n`);
      expect(table[0]).toBe(`| ${columns.map((column) => column.name).join(" | ")} |`);
      expect(table.length).toBeGreaterThan(2);
      for (const row of table) expect(row.split(" | ")).toHaveLength(columns.length);
    },
  );

  it("is led to by the page for analysts, question by question", () => {
    const analysts = readFileSync(new URL("analysts.md", docs), "utf8");
    for (const name of questionNames) {
      const { title } = readQuestion(name);
      const [, link = ""] =
        new RegExp(`\\| \\[${title.replace("?", "\\?")}\\]\\((.*?)\\) \\|`).exec(analysts) ?? [];
      const [page, anchor] = link.split("#");

      expect(page).toBe("questions.md");
      expect(committed).toContain(`](#${anchor})`);
    }
  });
});
