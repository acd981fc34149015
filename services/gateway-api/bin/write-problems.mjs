// Writes docs/problems.md, the committed form of what the gateway serves at /docs/problems.
import { writeFile } from "node:fs/promises";
import { problemsMarkdown } from "../src/problem-pages/problems-markdown.ts";

await writeFile(new URL("../../../docs/problems.md", import.meta.url), problemsMarkdown());
