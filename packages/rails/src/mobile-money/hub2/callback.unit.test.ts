import { createHmac } from "node:crypto";
import { instant } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { key } from "../../http/samples.ts";
import { callbackLimits } from "../signed-callback.ts";
import { readEvent } from "./callback.ts";
import { intent, paid, transfer, withPayments } from "./samples.ts";

const now = instant("2026-11-21T08:00:00.000000Z");
const secrets = ["secret-of-before", "secret-of-now"];
const event = {
  type: "payment_intent.succeeded",
  createdAt: "2026-11-21T07:59:58.120Z",
  data: { ...withPayments(paid), status: "successful" },
};

const signatureBy = (secret: string, body: string) =>
  createHmac("sha256", secret).update(body).digest("hex");

function read(body: unknown, header?: (text: string) => string) {
  const text = JSON.stringify(body);
  const signature = header?.(text) ?? `s1=${signatureBy("secret-of-now", text)}`;
  const headers = { "hub2-signature": signature };
  return readEvent(secrets, { rawBody: Buffer.from(text), headers }, now);
}

const refused = (reason: string) => ({ kind: "rejected", reason });
const stranger = "0".repeat(64);

describe("an event", () => {
  it("names its order by our key and the intent's id, once for each status", () => {
    expect(read(event)).toEqual({
      kind: "verified",
      eventId: `${intent.id}:payment_intent.succeeded:successful`,
      key,
      providerReference: intent.id,
      occurredAt: "2026-11-21T07:59:58.120000Z",
    });
  });

  it.each([
    ["by the secret of now", (text: string) => `s1=${signatureBy("secret-of-now", text)}`],
    [
      "by the one before, beside a newer one",
      (text: string) => `s1=${stranger},s0=${signatureBy("secret-of-before", text)}`,
    ],
    [
      "by both",
      (text: string) =>
        `s1=${signatureBy("secret-of-now", text)}, s0=${signatureBy("secret-of-before", text)}`,
    ],
  ])("may be signed %s", (_what, header) => {
    expect(read(event, header)).toMatchObject({ kind: "verified" });
  });

  it.each([
    ["an attempt", "payment.succeeded", { ...paid, purchaseReference: key }, intent.id],
    ["a transfer, whose id is no collection's", "transfer.succeeded", transfer, null],
  ])("about %s names it", (_what, type, data, providerReference) => {
    expect(read({ type, data })).toMatchObject({ key, providerReference, occurredAt: now });
  });

  it("may say its moment in another zone", () => {
    const createdAt = "2026-11-21T08:59:58.120+01:00";
    expect(read({ ...event, createdAt })).toMatchObject({
      kind: "verified",
      occurredAt: "2026-11-21T07:59:58.120000Z",
    });
  });

  it("is refused where it is longer than any callback, whoever signed it", () => {
    const spare = callbackLimits.bodyBytesMax - JSON.stringify({ ...event, filler: "" }).length;
    expect(read({ ...event, filler: "x".repeat(spare) })).toMatchObject({ kind: "verified" });
    expect(read({ ...event, filler: "x".repeat(spare + 1) })).toEqual(refused("malformed"));
  });

  it("of no interest names nobody", () => {
    const read1 = read({ type: "balance.updated", data: { id: "b_1", status: "new" } });
    expect(read1).toMatchObject({ kind: "verified", key: null, providerReference: null });
  });

  it.each([
    ["by a stranger", () => `s1=${stranger}`],
    ["over another body", () => `s1=${signatureBy("secret-of-now", "{}")}`],
    ["with no signature", () => ""],
    ["in another form", (text: string) => signatureBy("secret-of-now", text)],
    ["in capitals", (text: string) => `s1=${signatureBy("secret-of-now", text).toUpperCase()}`],
  ])("that is signed %s is refused", (_what, header) => {
    expect(read(event, header)).toEqual(refused("bad-signature"));
  });

  it.each(["0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-14:00", "yesterday"])(
    "of a date that is none happens now: %s",
    (createdAt) => {
      expect(read({ ...event, createdAt })).toMatchObject({ kind: "verified", occurredAt: now });
    },
  );

  it.each([{}, [], { ...event, data: null }, { ...event, type: "" }, { type: "payment.failed" }])(
    "that is not one is malformed: %#",
    (body) => {
      expect(read(body)).toEqual(refused("malformed"));
    },
  );
});
