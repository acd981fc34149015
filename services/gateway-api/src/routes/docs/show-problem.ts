import {
  isProblemCode,
  type ProblemCode,
  type ProblemDefinition,
  problems,
  wordsIn,
} from "@sanu/contracts";
import { sendProblem } from "../../plugins/problems.ts";
import { pagePolicy } from "../../plugins/security-headers.ts";
import { definePage } from "../define-route.ts";

/** The page that the `type` of a problem leads to. */
export const showProblem = definePage<{ readonly code: string }>(
  "/docs/problems/:code",
  "documents",
  ({ params: { code }, reply }) => {
    if (!isProblemCode(code)) return sendProblem(reply, { code: "not-found" });
    return reply
      .headers({
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": pagePolicy,
        "cache-control": "public, max-age=300",
      })
      .send(pageOf(code));
  },
);

/** The texts are our own and free of marks that HTML would read. */
function pageOf(code: ProblemCode): string {
  const { title, status, retryAfterSeconds }: ProblemDefinition = problems[code];
  const retry =
    retryAfterSeconds === undefined
      ? "<p>The same request will be refused again.</p>"
      : `<p>Try again after ${retryAfterSeconds} s, or what <code>Retry-After</code> says.</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Sanu</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/pay.css">
</head>
<body><main><header>SANU</header><div class="card">
<h1>${title}</h1>
<p><code>${code}</code>, HTTP ${status}</p>
<dl><dt>fr</dt><dd>${wordsIn("fr").problems[code]}</dd><dt>en</dt><dd>${wordsIn("en").problems[code]}</dd></dl>
${retry}
</div></main></body>
</html>
`;
}
