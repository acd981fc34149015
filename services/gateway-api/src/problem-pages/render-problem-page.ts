import { isProblemCode, type ProblemCode, problems, wordsIn } from "@sanu/contracts";
import { escapeHtml as html, htmlDocument } from "@sanu/platform";
import { exampleAnswer, retryText } from "./example.ts";
import { guideSections, problemGuides } from "./guides/guides.ts";

/** The page that the `type` of a problem leads to: its cause, what a client does about it, and an answer as it is sent. */
export function renderProblemPage(code: ProblemCode): string {
  const { title } = problems[code];
  return documentOf(
    title,
    `<h1>${html(title)}</h1>
<article>${partsOf(code)}</article>
<p><a href="/docs/problems">All problems</a></p>`,
  );
}

/** All of them on one page. */
export function renderProblemsPage(): string {
  const sections = guideSections.map(({ title, guides }) => {
    const articles = Object.keys(guides)
      .filter(isProblemCode)
      .map(
        (code) =>
          `<article id="${code}"><h3>${html(problems[code].title)}</h3>${partsOf(code)}</article>`,
      );
    return `<section><h2>${html(title)}</h2>${articles.join("\n")}</section>`;
  });
  return documentOf(
    "Problems",
    `<h1>Problems</h1>
<p>Whatever is refused is answered with one of these, as <code>application/problem+json</code> (RFC 9457). A program reads
<code>code</code>, which never changes its meaning; a person reads <code>message</code>, in French or in English.</p>
<nav>${guideSections.map(({ title, guides }) => contentsOf(title, Object.keys(guides))).join("\n")}</nav>
${sections.join("\n")}`,
  );
}

function contentsOf(title: string, codes: readonly string[]): string {
  const links = codes.map((code) => `<a href="#${code}">${code}</a>`);
  return `<p><b>${html(title)}</b>: ${links.join(" · ")}</p>`;
}

function partsOf(code: ProblemCode): string {
  const { cause, remedy } = problemGuides[code];
  const { head, body } = exampleAnswer(code, "fr");
  return `<p><code>${code}</code>, HTTP ${problems[code].status}</p>
<p><b>Why</b>: ${withCode(cause)}</p>
<p><b>What to do</b>: ${withCode(remedy)} ${withCode(retryText(code))}</p>
<p><b>What a person reads</b>: ${html(wordsIn("fr").problems[code])}<br>${html(wordsIn("en").problems[code])}</p>
<pre class="answer">${html(head)}\n\n${html(body)}</pre>`;
}

function withCode(text: string): string {
  return html(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

function documentOf(title: string, main: string): string {
  return htmlDocument({
    language: "en",
    title: `${title} · Sanu`,
    head: `<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/facts.css">`,
    body: `<body>
<main><header>SANU</header>
${main}
</main>
</body>`,
  });
}
