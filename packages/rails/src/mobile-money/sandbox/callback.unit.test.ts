import { createHmac } from "node:crypto";
import { epochMsOf, instant, plusMs } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { callbackLimits } from "../signed-callback.ts";
import { readSandboxCallback } from "./callback.ts";

const now = instant("2026-11-21T07:46:43.000000Z");
const secret = "a secret of the callbacks";
const body = JSON.stringify({
  event_id: "e-1",
  type: "payment.completed",
  occurred_at: "2026-11-21T07:46:42.496000Z",
  payment: { id: "p-1", merchant_key: "k-1", status: "completed" },
});

interface Sent {
  readonly text?: string | Uint8Array;
  readonly with?: string;
  readonly at?: string;
}

function read({ text = body, with: key = secret, at }: Sent = {}) {
  const rawBody = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const time = at ?? String(Math.floor(epochMsOf(now) / 1_000));
  const signature = createHmac("sha256", key).update(`${time}.`).update(rawBody).digest("hex");
  const headers = { "x-sandbox-signature": `t=${time},s=${signature}` };
  return readSandboxCallback(secret, { rawBody, headers }, now);
}

it.each(["refund", "disbursement"])("speaks of a %s under its own name", (subject) => {
  const { payment, ...rest } = JSON.parse(body) as { payment: object };
  expect(read({ text: JSON.stringify({ ...rest, [subject]: payment }) })).toMatchObject({
    kind: "verified",
    key: "k-1",
    providerReference: "p-1",
  });
  expect(read({ text: JSON.stringify(rest) })).toEqual({ kind: "rejected", reason: "malformed" });
});

function at(milliseconds: number): string {
  return String(Math.floor(epochMsOf(plusMs(now, milliseconds)) / 1_000));
}

describe("a callback", () => {
  it("that is signed and fresh names the order it is about", () => {
    expect(read()).toEqual({
      kind: "verified",
      eventId: "e-1",
      key: "k-1",
      providerReference: "p-1",
      occurredAt: "2026-11-21T07:46:42.496000Z",
    });
  });

  it("that another secret signed is refused", () => {
    expect(read({ with: "another secret" })).toEqual({
      kind: "rejected",
      reason: "bad-signature",
    });
  });

  it("whose body or time was changed after signing is refused", () => {
    const time = at(0);
    const rawBody = new TextEncoder().encode(body);
    const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
    const other = new TextEncoder().encode(body.replace("p-1", "p-2"));
    const refused = { kind: "rejected", reason: "bad-signature" };
    const headers = { "x-sandbox-signature": `t=${time},s=${signature}` };
    const later = { "x-sandbox-signature": `t=${at(1_000)},s=${signature}` };
    expect(readSandboxCallback(secret, { rawBody, headers }, now).kind).toBe("verified");
    expect(readSandboxCallback(secret, { rawBody: other, headers }, now)).toEqual(refused);
    expect(readSandboxCallback(secret, { rawBody, headers: later }, now)).toEqual(refused);
  });

  it.each(["", "t=1", "s=00", `t=x,s=${"0".repeat(64)}`, `t=1,s=${"0".repeat(63)}`])(
    "without a readable signature is refused: %s",
    (signature) => {
      const callback = {
        rawBody: new TextEncoder().encode(body),
        headers: { "x-sandbox-signature": signature },
      };
      expect(readSandboxCallback(secret, callback, now)).toMatchObject({ reason: "bad-signature" });
    },
  );

  it("without any signature is refused", () => {
    const callback = { rawBody: new TextEncoder().encode(body), headers: {} };
    expect(readSandboxCallback(secret, callback, now)).toMatchObject({ reason: "bad-signature" });
  });

  it("that is older than five minutes, or comes from the future, is stale", () => {
    expect(read({ at: at(-299_000) }).kind).toBe("verified");
    expect(read({ at: at(-302_000) })).toEqual({ kind: "rejected", reason: "stale" });
    expect(read({ at: at(302_000) })).toEqual({ kind: "rejected", reason: "stale" });
  });

  it.each([
    ["no JSON", "{"],
    ["broken UTF-8", Uint8Array.from([0xff, 0xfe, 0x7b, 0x7d])],
    ["no order", JSON.stringify({ event_id: "e-1", occurred_at: "2026-11-21T07:46:42.496000Z" })],
    ["no moment", body.replace("2026-11-21T07:46:42.496000Z", "yesterday")],
    ["far too much", "x".repeat(callbackLimits.bodyBytesMax + 1)],
  ])("that is signed but holds %s is malformed", (_what, text) => {
    expect(read({ text })).toEqual({ kind: "rejected", reason: "malformed" });
  });
});
