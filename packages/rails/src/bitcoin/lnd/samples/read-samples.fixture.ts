import { readdirSync, readFileSync } from "node:fs";
import { response as responseOf } from "../../../http/samples.ts";
import type { UnknownCause } from "../../../ports/call-outcome.ts";
import { unknownBecause } from "../../../ports/call-outcome.ts";
import { type LndAnswer, readAnswer, readLine } from "../answer.ts";

/** One line of a file: what a node of lnd 0.21.2 on regtest really said, and to what. */
interface Recorded {
  readonly id: string;
  readonly note?: string;
  readonly request?: {
    readonly node: string;
    readonly method: string;
    readonly path: string;
    readonly body?: unknown;
    readonly macaroon?: string;
  };
  readonly response?: {
    readonly status: number;
    readonly body?: unknown;
    readonly lines?: readonly { readonly ms: number; readonly line: unknown }[];
    readonly end?: string;
  };
}

const folder = new URL(".", import.meta.url);

const recorded: ReadonlyMap<string, Recorded> = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => readFileSync(new URL(name, folder), "utf8").trim().split("\n"))
    .map((line) => JSON.parse(line) as Recorded)
    .map((sample) => [sample.id, sample]),
);

const sendingPaths =
  /^\/v[12]\/(?:router|wallet|payments|transactions|payreq|balance|channels|newaddress)/;
const isOfSending = ({ request }: Recorded) => sendingPaths.test(request?.path ?? "/v1/router");
const idsWhere = (isWanted: (sample: Recorded) => boolean): readonly string[] =>
  [...recorded.values()].filter(isWanted).map(({ id }) => id);

/** The samples about money out and the wallet, and all others. */
export const sendingIds = idsWhere(isOfSending);
export const receivingIds = idsWhere((sample) => !isOfSending(sample));

/** Throws for a sample that is none. */
export function recordedAs(id: string): Recorded {
  const found = recorded.get(id);
  if (found === undefined) throw new Error(`No sample is called ${id}`);
  return found;
}

/** The answer of a sample as the client reads it. */
export function answerOf(id: string): LndAnswer {
  const { response } = recordedAs(id);
  if (response === undefined) throw new Error(`${id} is no answer to one call`);
  const { status, body, lines, end } = response;
  if (status === 0) return unknownBecause(causeOfEnd(end ?? ""));
  const [only] = lines ?? [];
  if (only !== undefined && lines?.length === 1) return readLine(status, JSON.stringify(only.line));
  return readAnswer(responseOf(status, body));
}

/** The lines of a stream as the client reads them; a stream that said nothing before it broke has one unknown. */
export function linesIn(id: string): readonly LndAnswer[] {
  const { response } = recordedAs(id);
  if (response?.status === 0) return [unknownBecause(causeOfEnd(response.end ?? ""))];
  if (response?.lines === undefined) return [answerOf(id)];
  return response.lines.map(({ line }) => readLine(200, JSON.stringify(line)));
}

function causeOfEnd(end: string): UnknownCause {
  if (end.includes("ECONNREFUSED")) return "unreachable";
  return end.includes("ECONNRESET") ? "connection-lost" : "no-response";
}
