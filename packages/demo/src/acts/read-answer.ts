import type { Answer } from "../system/api-client.ts";

/** A text somewhere in an answer. Throws where there is none. */
export function textAt(answer: Answer, ...path: readonly string[]): string {
  const found = valueAt(answer, path);
  if (typeof found !== "string") throw new Error(`The answer has no text at ${path.join(".")}`);
  return found;
}

/** A list of objects somewhere in an answer. */
export function listAt(answer: Answer, ...path: readonly string[]): readonly Answer[] {
  const found = valueAt(answer, path);
  if (!Array.isArray(found)) throw new Error(`The answer has no list at ${path.join(".")}`);
  return found.filter(isAnswer);
}

export function valueAt(answer: Answer, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isAnswer(value) ? value[name] : undefined), answer);
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
