import { readFileSync } from "node:fs";
import { isProblemCode, type ProblemCode, problems, wordsIn } from "@sanu/contracts";
import { describe, expect, it } from "vitest";
import { exampleAnswer, exampleParams } from "./example.ts";
import { guideSections, problemGuides } from "./guides/guides.ts";
import { problemsMarkdown } from "./problems-markdown.ts";
import { renderProblemPage, renderProblemsPage } from "./render-problem-page.ts";

const codes = Object.keys(problems).filter(isProblemCode);
const committed = readFileSync(new URL("../../../../docs/problems.md", import.meta.url), "utf8");

describe("the pages of problems", () => {
  it("are one for each code, each in one section, and none for anything else", () => {
    const listed = guideSections.flatMap(({ guides }) => Object.keys(guides));

    expect(listed.toSorted()).toEqual(codes.toSorted());
    expect(Object.keys(problemGuides).toSorted()).toEqual(codes.toSorted());
    const headings = [...committed.matchAll(/^### (.+)$/gm)].map(([, code]) => code);
    expect(headings.toSorted()).toEqual(codes.toSorted());
  });

  it("are committed as they are served", () => {
    expect(committed).toBe(problemsMarkdown());
  });

  it.each(codes)("say why, what to do, and show an answer as it is sent: %s", (code) => {
    const { cause, remedy } = problemGuides[code];
    const page = renderProblemPage(code);
    for (const text of [cause, remedy]) expect(text).toMatch(/^[A-Z].+\.$/s);
    expect(page).toContain(`<code>${code}</code>, HTTP ${problems[code].status}`);
    expect(page).toContain("<b>Why</b>");
    expect(page).toContain("<b>What to do</b>");
    expect(page).toContain("&quot;code&quot;: &quot;" + code);
    expect(page).not.toMatch(/<script|style=|src=/);
    expect(renderProblemsPage()).toContain(`<article id="${code}">`);
  });

  it.each(codes)("have an answer with everything that the client reads: %s", (code) => {
    const { head, body } = exampleAnswer(code, "fr");
    const answer: Record<string, unknown> = JSON.parse(body);

    expect(answer).toMatchObject({ success: false, code, status: problems[code].status });
    expect(String(answer["type"])).toMatch(new RegExp(`/docs/problems/${code}$`));
    expect(head).toContain("application/problem+json");
    expect(head.includes("retry-after")).toBe("retryAfterSeconds" in problems[code]);
    expect("errors" in answer).toBe(problems[code].status === 422);
    for (const gap of gapsOf(code)) expect(answer["message"]).toContain(exampleParams[gap]);
  });

  it("tell no client to repeat at once what may have happened", () => {
    for (const code of ["service-unavailable", "internal-error"] as const) {
      expect(problemGuides[code].remedy).toContain("Idempotency-Key");
    }
  });
});

function gapsOf(code: ProblemCode): readonly string[] {
  return [...wordsIn("fr").problems[code].matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}
