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
      await worker.terminate();
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
  const stopping = new AbortController();
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
  const about = { folder, stream, terms, start, days, columns: knownColumns(), untilSequence };
  post(worker, { kind: "begin", ...about });
  let unfed: unknown;
  const feeding = feed({ worker, pool, order, stopping: stopping.signal }, untilSequence).catch(
    (error: unknown) => {
      unfed = error;
      // It ends behind the block that it is writing, and says so.
      post(worker, { kind: "stop" });
    },
  );
  try {
    await Promise.race([done.promise, gone]);
  } catch (error) {
    throw unfed ?? error;
  } finally {
    stopping.abort();
    pool.end();
    await feeding;
    worker.off("message", onMessage);
    // Whatever ends it, nothing is written behind its end.
    await written.catch(() => undefined);
  }
}

interface Feeding {
  readonly worker: Worker;
  readonly pool: MemoryPool;
  readonly order: BlocksOrder;
  /** Nobody takes facts any more. */
  readonly stopping: AbortSignal;
}

/** Gives the thread the facts of a stream as they come. */
async function feed(
  { worker, pool, order, stopping }: Feeding,
  untilSequence: number,
): Promise<void> {
  const { reader, start } = order;
  if (reader.readBatches === undefined) throw new Error("Its facts do not come in bytes");
  const signal = AbortSignal.any([stopping, ...(order.signal === undefined ? [] : [order.signal])]);
  const reading = { takeMemory: pool.take, signal };
  for await (const batch of reader.readBatches(start, untilSequence, reading)) {
    signal.throwIfAborted();
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
