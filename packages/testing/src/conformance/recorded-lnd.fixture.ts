import { readFileSync } from "node:fs";
import type { Answer, Script } from "./altering-proxy.ts";

const folder = new URL("../../../rails/src/bitcoin/lnd/samples/", import.meta.url);

interface Recorded {
  readonly id: string;
  readonly response?: {
    readonly status: number;
    readonly body?: object;
    readonly lines?: readonly { readonly line: object }[];
  };
}

const files = ["auth-and-node", "invoices", "hold-invoices", "send", "on-chain", "subscriptions"];
const recorded: ReadonlyMap<string, Recorded> = new Map(
  files
    .flatMap((name) =>
      readFileSync(new URL(`${name}.jsonl`, folder), "utf8")
        .trim()
        .split("\n"),
    )
    .map((line) => JSON.parse(line) as Recorded)
    .map((sample) => [sample.id, sample]),
);

/** What a real node said; throws for a sample that is none. */
export function recordedAs(id: string): Answer {
  const { response } = recorded.get(id) ?? {};
  if (response === undefined) throw new Error(`No sample is called ${id}`);
  const { status, body, lines = [] } = response;
  const texts = (body === undefined ? lines.map(({ line }) => line) : [body]).map((one) =>
    JSON.stringify(one),
  );
  return { status, date: "", text: texts.join("\n") };
}

/** The body of a sample, with some of it otherwise. */
export function recordedBody(id: string, change: object = {}): object {
  return { ...(JSON.parse(recordedAs(id).text) as object), ...change };
}

/** The first of `answers` whose name begins what is asked: method and path. */
export function scriptOf(answers: Readonly<Record<string, object>>): Script {
  return (asked) => {
    const [, said] = Object.entries(answers).find(([begin]) => asked.startsWith(begin)) ?? [];
    if (said === undefined) throw new Error(`Nobody wrote an answer to ${asked}`);
    return isAnswer(said) ? said : { status: 200, date: "", text: JSON.stringify(said) };
  };
}

function isAnswer(said: object): said is Answer {
  return "text" in said && "status" in said && "date" in said;
}
