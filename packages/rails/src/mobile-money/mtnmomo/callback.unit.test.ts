import { instant } from "@sanu/kernel";
import { expect, it } from "vitest";
import { key } from "../../http/samples.ts";
import { callbackLimits } from "../signed-callback.ts";
import { readUnsigned } from "./callback.ts";
import { pending, requestToPay, transfer } from "./samples.ts";

const now = instant("2026-11-21T08:00:00.000000Z");
const read = (body: object) =>
  readUnsigned({ rawBody: Buffer.from(JSON.stringify(body)), headers: {} }, now);
const malformed = { kind: "rejected", reason: "malformed" };

it.each([pending, requestToPay, transfer, { ...requestToPay, status: "FAILED" }])(
  "a callback is a hint, once for each status: $status",
  (body) => {
    expect(read(body)).toEqual({
      kind: "hint",
      eventId: `${key}:${body.status}`,
      key,
      providerReference: null,
      occurredAt: now,
    });
  },
);

it.each([
  {},
  [],
  { ...requestToPay, externalId: "104821" },
  { ...requestToPay, status: "" },
  { ...requestToPay, status: undefined },
  { ...requestToPay, filler: "x".repeat(callbackLimits.bodyBytesMax) },
])("a callback that names no order is malformed: %#", (body) => {
  expect(read(body)).toEqual(malformed);
});

it("bytes that are no JSON are malformed", () => {
  expect(readUnsigned({ rawBody: Buffer.from([0xff, 0x7b]), headers: {} }, now)).toEqual(malformed);
});
