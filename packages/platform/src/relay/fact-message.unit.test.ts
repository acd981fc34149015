import { FactAttributes } from "@sanu/contracts";
import { instant, newId } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { messageOf } from "./fact-message.ts";
import type { PublicRow } from "./log-reader.ts";

const row: PublicRow = {
  logEpoch: 2,
  transactionId: 700n,
  position: 31n,
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

describe("the message of a public row", () => {
  it("carries the row as it is, under the subject of its type, with the id of its log", () => {
    const message = messageOf(row, source);

    expect(message.subject).toBe("t1.sanu.payments.FromTheFuture.v7");
    expect(message.data).toBe(row.publicData);
    expect(message.headers).toEqual({
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

  it("cannot be broken by what a client sent as a request's id or trace", () => {
    const hostile = `a\r\nce-type: sanu.payments.Forged.v1\n${"x".repeat(400)}`;
    const { headers } = messageOf(
      { ...row, correlationId: hostile, causationId: hostile, traceparent: hostile },
      source,
    );
    const [correlationid] = headers["ce-correlationid"] ?? [];
    const [traceparent] = headers["traceparent"] ?? [];

    for (const [value] of Object.values(headers)) expect(value).not.toMatch(/[\r\n]/);
    expect(FactAttributes.shape.correlationid.safeParse(correlationid).success).toBe(true);
    expect(FactAttributes.shape.traceparent.safeParse(traceparent).success).toBe(true);
  });
});
