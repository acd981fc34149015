import type { EventId, Instant } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { type FactAttributes, headersOfFact, readFactAttributes } from "./envelope.ts";

const attributes: FactAttributes = {
  id: "019aa4c1-0a00-7000-8000-00000000000a" as EventId,
  type: "sanu.payments.PaymentCompleted.v1",
  source: "/sanu/payments",
  subject: "019aa4c1-0a00-7001-8000-000000000003",
  time: "2026-11-21T07:01:59.000000Z" as Instant,
  correlationid: "req-1",
  causationid: "019aa4c1-0a00-7000-8000-00000000000b",
  position: "1.734.42",
  traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
};

function reader(headers: readonly (readonly [string, string])[]) {
  const byName = new Map(headers);
  return (name: string) => byName.get(name) ?? "";
}

describe("the envelope of a fact", () => {
  it("is CloudEvents 1.0 in binary mode, with the trace context under its own name", () => {
    const headers = new Map(headersOfFact(attributes));

    expect(headers.get("ce-specversion")).toBe("1.0");
    expect(headers.get("ce-type")).toBe("sanu.payments.PaymentCompleted.v1");
    expect(headers.get("ce-subject")).toBe(attributes.subject);
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("traceparent")).toBe(attributes.traceparent);
    expect(headers.has("ce-traceparent")).toBe(false);
  });

  it("is read as it was written", () => {
    expect(readFactAttributes(reader(headersOfFact(attributes)))).toEqual(attributes);
  });

  it("carries no trace context where the request had none", () => {
    const { traceparent: _none, ...untraced } = attributes;
    const headers = headersOfFact(untraced);

    expect(new Map(headers).has("traceparent")).toBe(false);
    expect(readFactAttributes(reader(headers))).toEqual(untraced);
  });

  it.each([
    ["ce-id", "not-a-uuid"],
    ["ce-type", "payments.PaymentCompleted"],
    ["ce-time", "yesterday"],
    ["ce-position", "1.2"],
    ["ce-subject", ""],
    ["ce-correlationid", "x".repeat(129)],
  ])("is not taken from a message whose %s is %j", (name, value) => {
    const headers = new Map(headersOfFact(attributes)).set(name, value);

    expect(readFactAttributes(reader([...headers]))).toBeUndefined();
    expect(readFactAttributes(() => "")).toBeUndefined();
  });
});
