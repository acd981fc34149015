import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { uploadLimits } from "../limits.ts";

/** One part of a form: a field with its value, or a file that must be read before the next part comes. */
export type Part =
  | { readonly kind: "field"; readonly name: string; readonly value: string }
  | { readonly kind: "file"; readonly name: string; readonly bytes: AsyncIterable<Buffer> };

/** A form that cannot be read: misshapen or cut off, or with more in it than a form may have. */
export class UnreadableFormError extends Error {
  override readonly name = "UnreadableFormError";
  readonly problem: "bad-request" | "body-too-large";

  constructor(problem: UnreadableFormError["problem"]) {
    super(`The form is refused: ${problem}`);
    this.problem = problem;
  }
}

/**
 * The parts of a `multipart/form-data` body (RFC 7578) as they arrive. Nothing is held but the chunk that is being
 * read: the client is slowed down to the pace of the reader. Throws `UnreadableFormError`; the rest of the body is
 * then still unread.
 */
export async function* readParts(source: IncomingMessage): AsyncGenerator<Part, void, void> {
  const arriving = startParser(source);
  try {
    for (;;) {
      const part = await arriving.next();
      if (part === undefined) return;
      yield part;
    }
  } finally {
    arriving.stop();
  }
}

function startParser(source: IncomingMessage) {
  const parser = openParser(source);
  const waiting: Part[] = [];
  let state: "reading" | "ended" | UnreadableFormError = "reading";
  let file: Readable | undefined;
  let bytes = 0;
  let wake: () => void = () => undefined;

  const arrive = (part: Part) => {
    waiting.push(part);
    wake();
  };
  const end = (as: Exclude<typeof state, "reading">) => {
    if (state !== "reading") return;
    state = as;
    if (as !== "ended") {
      source.unpipe(parser);
      // Whoever reads it would wait for ever.
      file?.destroy(as);
    }
    wake();
  };
  const tooLarge = () => end(new UnreadableFormError("body-too-large"));
  const broken = () => end(new UnreadableFormError("bad-request"));
  const gone = () => {
    if (!source.readableEnded) broken();
  };
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > uploadLimits.bodyBytesMax) tooLarge();
  };

  parser
    .on("file", (name, stream) => {
      file = stream;
      // Cut off while nobody reads it yet: the reader learns it from the parser.
      stream.on("error", () => undefined);
      arrive({ kind: "file", name, bytes: bytesOf(stream) });
    })
    .on("field", (name, value) => arrive({ kind: "field", name, value }))
    .on("filesLimit", tooLarge)
    .on("fieldsLimit", tooLarge)
    .on("partsLimit", tooLarge)
    .on("error", broken)
    .on("finish", () => end("ended"));
  source.on("data", count).on("close", gone).pipe(parser);

  return {
    async next(): Promise<Part | undefined> {
      while (waiting.length === 0 && state === "reading") {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const part = waiting.shift();
      if (state instanceof UnreadableFormError) throw state;
      return part;
    },
    stop() {
      end("ended");
      source.unpipe(parser);
      source.off("data", count).off("close", gone);
    },
  };
}

/** The bytes of a file; one that is cut off is refused like every other form that cannot be read. */
async function* bytesOf(stream: Readable): AsyncGenerator<Buffer, void, void> {
  try {
    // The parser puts nothing but buffers into it.
    yield* stream as AsyncIterable<Buffer>;
  } catch (error) {
    throw error instanceof UnreadableFormError ? error : new UnreadableFormError("bad-request");
  }
}

/** Throws `UnreadableFormError` for a content type without a boundary. */
function openParser(source: IncomingMessage) {
  const { headers } = source;
  const { documentsMax, fieldsMax, fieldBytesMax, partHeaderBytesMax, partHeadersMax } =
    uploadLimits;
  try {
    return new Busboy({
      headers: { ...headers, "content-type": headers["content-type"] ?? "" },
      limits: {
        files: documentsMax,
        fields: fieldsMax,
        fieldSize: fieldBytesMax,
        headerSize: partHeaderBytesMax,
        headerPairs: partHeadersMax,
      },
    });
  } catch {
    throw new UnreadableFormError("bad-request");
  }
}
