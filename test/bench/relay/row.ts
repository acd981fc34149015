import { compare } from "../measure.ts";
import type { Bench } from "../report/bench.ts";
import { type Row, ratioRow } from "../report/row.ts";
import { rawFencedPublish } from "./floor.ts";
import { relayPublish } from "./subject.ts";

/** Facts per second from the log into the stream, against publishes of the same bytes from memory. */
export async function relayRow({ servers, plan }: Bench): Promise<readonly Row[]> {
  const subject = await relayPublish(servers);
  const floor = await rawFencedPublish(servers);
  try {
    return [ratioRow("relay", "facts/s", await compare(floor, subject, plan))];
  } finally {
    await floor.close();
    await subject.close();
  }
}
