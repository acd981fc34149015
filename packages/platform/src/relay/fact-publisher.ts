import { MsgHdrsImpl, type NatsConnection } from "@nats-io/transport-node";
import type { FactMessage } from "./fact-message.ts";

/** Many facts share the memory that they are encoded into. */
const slabBytes = 131_072;
/** The most bytes that a letter takes in UTF-8. */
const letterBytesMax = 3;

/** Publishes behind a fence, with the inbox for the acknowledgement where one is wanted; returns the bytes of the data. */
export function factPublisher(
  connection: Pick<NatsConnection, "publish">,
  inbox: string,
): (message: FactMessage, expectedSequence: number, asks: boolean) => number {
  const headers = new MsgHdrsImpl();
  let head: Uint8Array = new Uint8Array();
  headers.encode = () => head;
  const asking = { headers, reply: inbox };
  const silent = { headers };
  let slab = Buffer.allocUnsafeSlow(slabBytes);
  let begin = 0;
  return (message, expectedSequence, asks) => {
    const block = `${message.head}\r\nNats-Expected-Last-Sequence: ${expectedSequence}\r\n\r\n`;
    const most = (block.length + message.data.length) * letterBytesMax;
    // Never written again: while disconnected the client keeps what it has not sent.
    if (begin + most > slab.length) {
      slab = Buffer.allocUnsafeSlow(Math.max(slabBytes, most));
      begin = 0;
    }
    const middle = begin + slab.write(block, begin);
    const end = middle + slab.write(message.data, middle);
    head = slab.subarray(begin, middle);
    connection.publish(message.subject, slab.subarray(middle, end), asks ? asking : silent);
    const size = end - middle;
    begin = end;
    return size;
  };
}
