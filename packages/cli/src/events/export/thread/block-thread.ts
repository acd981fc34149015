// The thread that makes blocks of the facts that it is given. It imports little, because it starts anew for each export.
import { on } from "node:events";
import { type MessagePort, parentPort } from "node:worker_threads";
import type { PublishedFact } from "@sanu/platform";
import { unpackFacts } from "@sanu/platform/fact-batch";
import { unknownColumns } from "../../encode/column.ts";
import { startTableEncoder, type TableEncoder } from "../../encode/table-encoder.ts";
import { makeBlocks } from "../make-blocks.ts";
import type { FromThread, ToThread } from "./thread-messages.ts";

const port = parentPort;
port?.on("message", (message: ToThread) => {
  if (message.kind === "begin") void make(port, message);
});

let encoder: TableEncoder | undefined;

async function make(to: MessagePort, order: Extract<ToThread, { kind: "begin" }>): Promise<void> {
  const { columns, untilSequence, ...about } = order;
  const say = (said: FromThread): void => to.postMessage(said, []);
  // From here on nothing that is said is missed.
  const messages = on(to, "message") as AsyncIterable<[ToThread]>;
  if (about.terms.format === "parquet") encoder ??= startTableEncoder();
  const work = {
    ...about,
    read: () => givenFacts(to, messages),
    columnsOf: (type: string) => columns.get(type) ?? unknownColumns,
    encodeTable: encoder?.encode ?? noEncoder,
  };
  try {
    await makeBlocks({ ...work, onMade: (block) => say({ kind: "made", block }) }, untilSequence);
    say({ kind: "done" });
  } catch (error) {
    say({ kind: "failed", error: error instanceof Error ? error : new Error(String(error)) });
  }
}

const noEncoder: TableEncoder["encode"] = () =>
  Promise.reject(new Error("Only a Parquet file is made of a table"));

/** Gives the memory of each batch back once its facts are in a block. */
async function* givenFacts(
  from: MessagePort,
  messages: AsyncIterable<[ToThread]>,
): AsyncGenerator<readonly PublishedFact[]> {
  for await (const [message] of messages) {
    if (message.kind === "end") return;
    if (message.kind === "stop") throw new Error("Its facts have ended before their time");
    if (message.kind !== "batch") continue;
    yield unpackFacts(message);
    const { bytes, places, count } = message;
    const taken: FromThread = { kind: "taken", memory: { bytes, places }, count };
    from.postMessage(taken, [bytes.buffer, places.buffer]);
  }
}
