/** Where a message stands: in its stream, and among all that its consumer was given. */
export interface Delivery {
  readonly sequence: number;
  readonly delivery: number;
}

/**
 * Reads the reply subject of a consumer's message, which ends in `<consumer>.<times>.<sequence>.<delivery>.<nanoseconds>.<pending>` and,
 * behind a domain, one word more. Undefined where a subject is none of this consumer. Source: ADR-15 of nats-architecture-and-design.
 */
export function deliveryReader(consumer: string): (reply: string) => Delivery | undefined {
  const mark = `.${consumer}.`;
  let start = mark.length;
  return (reply) => {
    // What stands in front of it is the same for all messages.
    if (!reply.startsWith(mark, start - mark.length)) {
      const markStart = reply.indexOf(mark);
      if (markStart === -1) return undefined;
      start = markStart + mark.length;
    }
    const sequenceStart = reply.indexOf(".", start) + 1;
    const deliveryStart = reply.indexOf(".", sequenceStart) + 1;
    if (sequenceStart === 0 || deliveryStart === 0) return undefined;
    return {
      sequence: wholeAt(reply, sequenceStart),
      delivery: wholeAt(reply, deliveryStart),
    };
  };
}

/** The digits from a place on; a slice and `Number` would take three times as long, for every message. */
function wholeAt(text: string, from: number): number {
  let whole = 0;
  for (let at = from; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) break;
    whole = whole * 10 + digit;
  }
  return whole;
}
