import { type MsgHdrs, MsgHdrsImpl } from "@nats-io/transport-node";
import { FactAttributes } from "@sanu/contracts";
import { instant, newId } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { type FactMessage, messagesOf } from "./fact-message.ts";
import type { PublicRow } from "./log-reader.ts";

const row: PublicRow = {
  place: "2.700.31",
  eventId: newId<string>(),
  streamId: newId<string>(),
  recordedAt: instant("2026-11-21T07:00:00.123456Z"),
  correlationId: "request-1",
  causationId: "command-1",
  traceparent: null,
  publicType: "sanu.payments.FromTheFuture.v7",
  publicData: '{"amountXof":"1"}',
};
const source = { namespace: "t1", service: "payments", logId: newId<string>() } as const;

const messageOf = messagesOf(source);

/** The headers as NATS reads them. */
function headersOf({ head }: FactMessage): MsgHdrs {
  return MsgHdrsImpl.decode(Buffer.from(`${head}\r\n\r\n`));
}

describe("the message of a public row", () => {
  it("carries the row as it is, under the subject of its type, with the id of its log", () => {
    const message = messageOf(row);

    expect(message.subject).toBe("t1.sanu.payments.FromTheFuture.v7");
    expect(message.data).toBe(row.publicData);
    expect(Object.fromEntries(headersOf(message))).toEqual({
      "ce-specversion": ["1.0"],
      "content-type": ["application/json"],
      "ce-id": [row.eventId],
      "ce-type": [row.publicType],
      "ce-source": ["/sanu/payments"],
      "ce-subject": [row.streamId],
      "ce-time": [row.recordedAt],
      "ce-correlationid": ["request-1"],
      "ce-causationid": ["command-1"],
      "ce-position": ["2.700.31"],
      "sanu-log-id": [source.logId],
    });
  });

  it("carries the trace of its command", () => {
    const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
    expect(headersOf(messageOf({ ...row, traceparent })).get("traceparent")).toBe(traceparent);
  });

  it("keeps what a client sent on one line, and all of it where there is room", () => {
    const correlationId = "request-1\r\nce-type: sanu.payments.Forged.v1";
    const headers = headersOf(messageOf({ ...row, correlationId }));
    expect(headers.get("ce-type")).toBe(row.publicType);
    expect(headers.get("ce-correlationid")).toBe("request-1  ce-type: sanu.payments.Forged.v1");
  });

  it("cannot be broken by what a client sent as a request's id or trace", () => {
    const hostile = `a\r\nce-type: sanu.payments.Forged.v1\n${"x".repeat(400)}`;
    const headers = headersOf(
      messageOf({ ...row, correlationId: hostile, causationId: hostile, traceparent: hostile }),
    );
    const correlationid = headers.get("ce-correlationid");
    const traceparent = headers.get("traceparent");

    expect(headers.get("ce-type")).toBe(row.publicType);
    expect([...headers].length).toBe(12);
    expect(FactAttributes.shape.correlationid.safeParse(correlationid).success).toBe(true);
    expect(FactAttributes.shape.traceparent.safeParse(traceparent).success).toBe(true);
  });
});
