import type { Problem } from "../errors/sanu-problem.ts";

/** The body as its content type says. Throws for a page, which is from somebody who stands between us and the API. */
export async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const type = response.headers.get("content-type") ?? "";
  if (/^application\/(?:problem\+)?json\b/i.test(type)) return JSON.parse(await response.text());
  if (type === "" || /^text\/html\b/i.test(type)) {
    throw new Error(`${response.status} and a body that is not of the API`);
  }
  return response.blob();
}

/** Whether a body is what the API refuses with; its code may be one that this client does not know yet. */
export function isProblem(body: unknown): body is Problem {
  return (
    typeof body === "object" &&
    body !== null &&
    "code" in body &&
    typeof body.code === "string" &&
    "message" in body &&
    typeof body.message === "string" &&
    "status" in body &&
    typeof body.status === "number"
  );
}
