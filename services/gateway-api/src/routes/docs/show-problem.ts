import { isProblemCode } from "@sanu/contracts";
import { sendProblem } from "../../plugins/problems.ts";
import { pagePolicy } from "../../plugins/security-headers.ts";
import { renderProblemPage, renderProblemsPage } from "../../problem-pages/render-problem-page.ts";
import { definePage } from "../define-route.ts";

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": pagePolicy,
  "cache-control": "public, max-age=300",
} as const;

/** The page that the `type` of a problem leads to. */
export const showProblem = definePage<{ readonly code: string }>(
  "/docs/problems/:code",
  "documents",
  ({ params: { code }, reply }) => {
    if (!isProblemCode(code)) return sendProblem(reply, { code: "not-found" });
    return reply.headers(pageHeaders).send(renderProblemPage(code));
  },
);

/** Every problem on one page. */
export const showProblems = definePage("/docs/problems", "documents", ({ reply }) =>
  reply.headers(pageHeaders).send(renderProblemsPage()),
);
