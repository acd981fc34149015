import type { FieldRule } from "@sanu/contracts";
import { brokenOf, type Judge, textIn, type WrittenBody } from "./judge.ts";
import { type Judged, judgeNumber, judgeReusable } from "./judge-destinations.ts";
import { isObject } from "./said-rules.ts";

export const judgeReceivers: Judge = (body) =>
  judgeList(body, { list: "receivers", text: "receiver_address", judge: judgeReusable });

export const judgeNumbers: Judge = (body, country) =>
  judgeList(body, { list: "numbers", text: "number", judge: (text) => judgeNumber(text, country) });

interface ListFields {
  readonly list: string;
  readonly text: string;
  readonly judge: (text: string) => Judged;
}

/** Each entry by itself, and beside those before it. */
function judgeList(body: WrittenBody, { list, text, judge }: ListFields) {
  const entries = Array.isArray(body[list]) ? body[list].map(entryOf) : [];
  const known = new Set<string>();
  const judged: Record<string, FieldRule | undefined> = {};
  for (const [index, entry] of entries.entries()) {
    const written = textIn(entry, text);
    judged[`${list}.${index}.${text}`] =
      written === undefined ? undefined : ruleBeside(known, judge(written));
    const isSecond =
      entry["is_default"] === true &&
      entries.slice(0, index).some(({ is_default: is }) => is === true);
    judged[`${list}.${index}.is_default`] = isSecond ? "second-default" : undefined;
  }
  return brokenOf(judged);
}

/** Two ways to write one receiver are one receiver. */
function ruleBeside(known: Set<string>, judged: Judged): FieldRule | undefined {
  if ("broken" in judged) return judged.broken;
  if (known.has(judged.canonical)) return "listed-twice";
  known.add(judged.canonical);
  return undefined;
}

function entryOf(entry: unknown): WrittenBody {
  return isObject(entry) ? entry : {};
}
