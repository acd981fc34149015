import { escapeHtml as html, htmlDocument } from "@sanu/platform";
import { z } from "zod";
import { describeFields, type FieldLine, SchemaPart } from "./describe-fields.ts";

const Message = z.object({
  name: z.string(),
  title: z.string(),
  summary: z.string(),
  payload: SchemaPart,
  examples: z.array(z.object({ payload: z.unknown() })),
});
type Message = z.infer<typeof Message>;

const Channel = z.object({
  title: z.string(),
  address: z.string(),
  description: z.string(),
  messages: z.record(z.string(), z.unknown()),
});

/** What the page shows of an AsyncAPI document. */
const Shown = z.object({
  info: z.object({ title: z.string(), description: z.string() }),
  channels: z.record(z.string(), Channel),
  components: z.object({ messages: z.record(z.string(), Message) }),
});

/** The AsyncAPI document for people: every stream, every fact in it, its fields and one that was published. */
export function renderFactsPage(document: unknown): string {
  const { info, channels, components } = Shown.parse(document);
  const streams = Object.entries(channels).map(([service, channel]) => {
    const messages = Object.keys(channel.messages).flatMap(
      (type) => components.messages[type] ?? [],
    );
    return { service, ...channel, messages };
  });
  return htmlDocument({
    language: "en",
    title: info.title,
    head: `<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/facts.css">`,
    body: `<body>
<main><header>SANU</header>
<h1>${html(info.title)}</h1>
${info.description
  .split("\n\n")
  .map((text) => `<p>${withCode(text)}</p>`)
  .join("\n")}
<p>As a document for programs: <a href="/asyncapi.json">AsyncAPI 3</a>.</p>
<nav>${streams.map(({ title, messages }) => contentsOf(title, messages)).join("\n")}</nav>
${streams
  .map(
    ({ title, description, address, messages }) => `<section>
<h2>${html(title)}</h2>
<p>${html(description)} Subjects: <code>${html(address)}</code></p>
${messages.map(sectionOf).join("\n")}
</section>`,
  )
  .join("\n")}
</main>
</body>`,
  });
}

function contentsOf(title: string, messages: readonly Message[]): string {
  const links = messages.map((each) => `<a href="#${html(each.name)}">${html(each.title)}</a>`);
  return `<p><b>${html(title)}</b> ${links.join(" · ")}</p>`;
}

function sectionOf({ name, title, summary, payload, examples }: Message): string {
  return `<article id="${html(name)}">
<h3>${html(title)}</h3>
<p><code>${html(name)}</code></p>
<p>${withCode(summary)}</p>
<div class="wide"><table><thead><tr><th>field</th><th>type</th><th>meaning</th></tr></thead><tbody>
${describeFields(payload).map(rowOf).join("\n")}
</tbody></table></div>
${examples.map((each) => `<details><summary>As published</summary><pre>${html(JSON.stringify(each.payload, null, 2))}</pre></details>`).join("")}
</article>`;
}

function rowOf({ name, type, isRequired, meaning }: FieldLine): string {
  const shown = isRequired ? html(name) : `${html(name)} <i>may be absent</i>`;
  return `<tr><td>${shown}</td><td><code>${html(type)}</code></td><td>${withCode(meaning)}</td></tr>`;
}

/** Our texts mark code as Markdown does. */
function withCode(text: string): string {
  return html(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}
