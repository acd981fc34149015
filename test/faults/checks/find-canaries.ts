import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { publishingServices } from "@sanu/contracts";
import { CompiledQuery } from "kysely";
import { type Load, payerNumberStart } from "../load.ts";
import { canaryStart, personName } from "../people.ts";
import type { FaultSystem } from "../system.ts";
import type { Streams } from "./find-stream-differences.ts";
import type { EventLogs } from "./read-event-logs.ts";

/** Shorter words are not looked up: every token, key and page of this system is longer. */
const wordShape = /[\w-]{20,}/g;

/** A field of money in an event, a fact or a line of a log. */
const amountShape = /"\w+(?:Xof|Sats)":"\d+"/g;

/** What may be nowhere: found as a part of any text, as a whole word, or as a number that stands alone. */
interface Canaries {
  readonly parts: ReadonlyMap<string, string>;
  readonly words: ReadonlyMap<string, string>;
  readonly codes: ReadonlySet<string>;
}

/** Personal data and secrets wherever they must not be: events, streams with their headers, and logs of services. */
export async function findCanaries(
  system: FaultSystem,
  load: Load,
  { logs, streams }: { readonly logs: EventLogs; readonly streams: Streams },
): Promise<readonly string[]> {
  const canaries = await gatherCanaries(system, load);
  const found = new Set<string>();
  const look = (place: string, text: string): void => {
    for (const what of canariesIn(text, canaries)) found.add(`${place} shows ${what}`);
  };
  for (const service of publishingServices) {
    for (const { data, publicData, correlationId, causationId } of logs[service]) {
      const text = `${JSON.stringify(data)} ${publicData} ${correlationId} ${causationId}`;
      look(`the events of ${service}`, text);
    }
    for (const { headers, data } of streams[service]) {
      look(`the stream of ${service}`, `${headers} ${data}`);
    }
  }
  for (const name of readdirSync(system.logsDir)) {
    look(`the log ${name}`, readFileSync(join(system.logsDir, name), "utf8"));
  }
  return [...found];
}

function* canariesIn(text: string, { parts, words, codes }: Canaries): Generator<string> {
  for (const [part, what] of parts) if (text.includes(part)) yield what;
  for (const [word] of text.matchAll(wordShape)) {
    const what = words.get(word);
    if (what !== undefined) yield what;
  }
  // Not behind a point, as the fraction of a second is, not within an id, and not an amount of as many digits.
  for (const [code] of text.replaceAll(amountShape, "").matchAll(/(?<![\w.-])\d{6}(?![\w-])/g)) {
    if (codes.has(code)) yield "a one-time password";
  }
}

async function gatherCanaries(system: FaultSystem, load: Load): Promise<Canaries> {
  const { databases, sandbox, mail } = system;
  const kept = await databases.identity.query<{ name: string; value: string }>(
    CompiledQuery.raw("select name, value from generated_secrets"),
  );
  const keys = await databases.transactions.query<{ key: Buffer }>(
    CompiledQuery.raw("select key from person_keys"),
  );
  const pages = await databases.transactions.query<{ token: string }>(
    CompiledQuery.raw("select page_token as token from transaction_private"),
  );
  const hmacKeys = keys.flatMap(({ key }) =>
    (["base64url", "base64", "hex"] as const).map((form) => key.toString(form)),
  );
  return {
    parts: new Map([
      [personName, "a name"],
      [canaryStart, "an e-mail address or password"],
      [payerNumberStart.slice(1), "a payer's number"],
      ["@sandbox.sanu", "a receiver"],
      ["@wallet.example", "a receiver"],
      ["bc1qw508d6", "a receiver"],
      ["lnbcrt", "an invoice"],
      ...load.people.map(({ token }) => [token, "a token"] as const),
      ...hmacKeys.map((key) => [key, "a person's key"] as const),
      ...[...system.secrets].flatMap(([what, value]) =>
        linesOf(value).map((line) => [line, what] as const),
      ),
      ...kept.flatMap(({ name, value }) => linesOf(value).map((line) => [line, name] as const)),
    ]),
    words: new Map([
      ...pages.map(({ token }) => [token, "the token of a payment page"] as const),
      ...sandbox.journal
        .ofKind("payment-created")
        .map(({ token }) => [token, "the provider's page"] as const),
    ]),
    codes: new Set(mail.mails().flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])),
  };
}

/** The lines of a key file that are the key. */
function linesOf(value: string): readonly string[] {
  return value.split("\n").filter((line) => line.length >= 20 && !line.startsWith("-----"));
}
