import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { facts, typesOfFact } from "@sanu/contracts";
import { columnsOfType } from "../../encode/columns.ts";
import { eventLimits } from "../../limits.ts";
import type { BlockMaker, BlocksOrder } from "../blocks-order.ts";
import { type MemoryPool, memoryPool } from "./memory-pool.ts";
import type { FromThread, ToThread } from "./thread-messages.ts";

/** Beside this file, in a clone and in a bundle. */
const thread = new URL(
  import.meta.url.endsWith(".ts") ? "./block-thread.ts" : "./block-thread.js",
  import.meta.url,
);

/** Makes blocks in a thread of its own; this one does nothing but receive facts, which takes it all its time. */
export function startBlockThread(): BlockMaker {
  const worker = new Worker(thread, { resourceLimits: eventLimits.blockThreadMemory });
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => undefined);
  let isGone = false;
  worker.on("error", gone.reject);
  worker.on("exit", () => {
    isGone = true;
    gone.reject(new Error("The thread that makes blocks has ended"));
  });
  return {
    make: (order, untilSequence) => makeIn(worker, gone.promise, order, untilSequence),
    async close() {
      if (isGone) return;
      const exit = once(worker, "exit");
      await worker.terminate();
      await exit;
    },
  };
}

async function makeIn(
  worker: Worker,
  gone: Promise<never>,
  order: BlocksOrder,
  untilSequence: number,
): Promise<void> {
  const { folder, stream, terms, start, days, onMade, onProgress } = order;
  const pool = memoryPool(eventLimits.batchesAheadMax);
  const done = Promise.withResolvers<void>();
  let written: Promise<void> = Promise.resolve();
  const onMessage = (said: FromThread): void => {
    if (said.kind === "done") done.resolve(written);
    else if (said.kind === "failed") done.reject(said.error);
    else if (said.kind === "made") {
      written = written.then(() => onMade(said.block));
      written.catch(done.reject);
    } else {
      pool.giveBack(said.memory);
      onProgress?.(said.count);
    }
  };
  worker.on("message", onMessage);
  try {
    const about = { folder, stream, terms, start, days, columns: knownColumns(), untilSequence };
    post(worker, { kind: "begin", ...about });
    await Promise.race([
      Promise.all([feed(worker, pool, order, untilSequence), done.promise]),
      gone,
    ]);
  } finally {
    worker.off("message", onMessage);
    pool.end();
    // Whatever ends it, nothing is written behind its end.
    await written.catch(() => undefined);
  }
}

/** Gives the thread the facts of a stream as they come. */
async function feed(
  worker: Worker,
  pool: MemoryPool,
  { reader, start, signal }: BlocksOrder,
  untilSequence: number,
): Promise<void> {
  if (reader.readBatches === undefined) throw new Error("Its facts do not come in bytes");
  for await (const batch of reader.readBatches(start, untilSequence, pool.take)) {
    signal?.throwIfAborted();
    await pool.mayGo();
    post(worker, { kind: "batch", ...batch }, [batch.bytes.buffer, batch.places.buffer]);
  }
  post(worker, { kind: "end" });
}

/** Of every type: the thread does not know their schemas, which take longer to load than a block to make. */
function knownColumns() {
  return new Map(facts.flatMap(typesOfFact).map((type) => [type, columnsOfType(type)]));
}

function post(worker: Worker, message: ToThread, memory: ArrayBuffer[] = []): void {
  worker.postMessage(message, memory);
}
