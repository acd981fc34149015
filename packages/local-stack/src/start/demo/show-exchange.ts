import type { Exchange } from "./http-exchange.ts";

const shown = { textCharactersMax: 56, itemsMax: 1, bodyCharactersMax: 900 } as const;

/** A step as a person reads it: the call, what was sent and what came, long values cut. */
export function exchangeText(step: string, exchange: Exchange): string {
  const { request, response } = exchange;
  const sent = request.body === null ? "" : `\n     ${shortBody(request.body)}`;
  return (
    `\n${step}\n` +
    `   → ${request.method} ${request.url}${sent}\n` +
    `   ← ${response.status} (${exchange.tookMs} ms)\n     ${shortBody(response.body)}\n`
  );
}

/** A step as a program reads it: one line of JSON with the exchange as it was. */
export function exchangeLine(step: string, exchange: Exchange): string {
  return `${JSON.stringify({ step, ...exchange })}\n`;
}

/** A body for the eye: JSON with long texts cut and lists reduced to their head; a page as its first words. */
export function shortBody(body: string): string {
  const json = parseJson(body);
  const text = json === undefined ? wordsOf(body) : JSON.stringify(json, shorten);
  return cut(text, shown.bodyCharactersMax);
}

function shorten(_key: string, value: unknown): unknown {
  if (typeof value === "string") return cut(value, shown.textCharactersMax);
  if (!Array.isArray(value) || value.length <= shown.itemsMax) return value;
  const items: readonly unknown[] = value;
  return [...items.slice(0, shown.itemsMax), `… ${items.length - shown.itemsMax} more`];
}

function wordsOf(page: string): string {
  const text = page.replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, " ").replaceAll(/<[^>]*>/g, " ");
  return cut(text.replaceAll(/\s+/g, " ").trim(), shown.textCharactersMax * 2);
}

function cut(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax)}…`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
