import { Agent, request } from "undici";

/** One server-sent event as it came. */
export interface StreamedEvent {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly data: Record<string, unknown>;
}

/** A stream of server-sent events that somebody listens to. */
export interface CollectedStream {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Everything heard so far, in order. */
  readonly events: readonly StreamedEvent[];
  /** What the server said besides events: comments and `retry`. */
  readonly asides: readonly string[];
  readonly hasEnded: () => boolean;
  /** Goes away without a word. */
  readonly leave: () => Promise<void>;
}

/** Opens a stream of server-sent events; accepts the self-signed certificate of a test system. */
export async function collectEvents(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<CollectedStream> {
  const agent = new Agent({ connect: { rejectUnauthorized: false }, bodyTimeout: 0 });
  const response = await request(url, { dispatcher: agent, headers });
  const events: StreamedEvent[] = [];
  const asides: string[] = [];
  let isOver = false;
  let rest = "";
  response.body.setEncoding("utf8");
  response.body.on("data", (piece: string) => {
    const blocks = `${rest}${piece}`.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) readBlock(block, events, asides);
  });
  for (const end of ["end", "close", "error"]) {
    response.body.on(end, () => {
      isOver = true;
    });
  }
  return {
    status: response.statusCode,
    headers: response.headers,
    events,
    asides,
    hasEnded: () => isOver,
    leave: () => agent.destroy(),
  };
}

function readBlock(block: string, events: StreamedEvent[], asides: string[]): void {
  const fields = new Map(
    block.split("\n").map((line) => {
      const [name = "", ...value] = line.split(": ");
      return [name, value.join(": ")] as const;
    }),
  );
  const data = fields.get("data");
  if (data === undefined) asides.push(block);
  else {
    const read = JSON.parse(data) as Record<string, unknown>;
    events.push({ id: fields.get("id"), name: fields.get("event"), data: read });
  }
}
