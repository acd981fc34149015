import { createHash } from "node:crypto";
import { instant } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { key } from "../../http/samples.ts";
import { callbackLimits } from "../signed-callback.ts";
import { readNotice } from "./callback.ts";
import { invoice, payout, token } from "./samples.ts";

const masterKey = "wQzk9ZwR-Qq9m-0hD0-zpud-je5coGC3FHKW";
const hash = createHash("sha512").update(masterKey).digest("hex");
const now = instant("2026-11-21T08:00:00.000000Z");
const data = { ...invoice, hash, status: "completed" };

const read = (body: string) =>
  readNotice(masterKey, { rawBody: Buffer.from(body), headers: {} }, now);
const form = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString();

describe("a callback of PayDunya", () => {
  const hint = { kind: "hint", key, providerReference: token, occurredAt: now };
  const eventId = `${token}:completed`;

  it.each([
    ["JSON", JSON.stringify({ data })],
    ["JSON within a form", form({ data: JSON.stringify(data) })],
    [
      "a form of what is nested",
      form({
        "data[hash]": hash,
        "data[status]": "completed",
        "data[invoice][token]": token,
        "data[custom_data][sanu_key]": key,
      }),
    ],
    ["a hash in capitals", JSON.stringify({ data: { ...data, hash: hash.toUpperCase() } })],
  ])("is a hint, never more, as %s", (_what, body) => {
    expect(read(body)).toEqual({ ...hint, eventId });
  });

  it("about a payout names it by our key and its token", () => {
    const { status, disburse_id, amount } = payout;
    const flat = form({ hash, status, token, disburse_id, amount });
    const nested = form({
      "data[hash]": hash,
      "data[status]": status,
      "data[token]": token,
      "data[disburse_id]": disburse_id,
    });
    for (const body of [flat, nested]) {
      expect(read(body)).toEqual({ ...hint, eventId: `${token}:success` });
    }
  });

  it("that is empty asks whether anybody answers, and is about nothing", () => {
    const nobody = { key: null, providerReference: null };
    expect(read("")).toEqual({ ...hint, ...nobody, eventId: "empty" });
  });

  it.each([
    ["another hash", JSON.stringify({ data: { ...data, hash: "0".repeat(128) } }), "bad-signature"],
    ["a short hash", JSON.stringify({ data: { ...data, hash: "0" } }), "bad-signature"],
    ["no hash", JSON.stringify({ data: { ...data, hash: undefined } }), "malformed"],
    ["no form and no JSON", "<html>", "malformed"],
    ["JSON that is cut off", form({ data: '{"hash":' }), "malformed"],
    ["a list", "[]", "malformed"],
    ["too much", JSON.stringify({ data }).padEnd(callbackLimits.bodyBytesMax + 1), "malformed"],
    ["a token with NUL in a form", form({ hash, token: "a\0b" }), "malformed"],
  ])("is refused with %s", (_what, body, reason) => {
    expect(read(body)).toEqual({ kind: "rejected", reason });
  });

  it("may be as long as any callback", () => {
    const body = JSON.stringify({ data }).padEnd(callbackLimits.bodyBytesMax);
    expect(read(body)).toEqual({ ...hint, eventId });
  });

  it.each([
    ["NUL", "a\\u0000b"],
    ["half a letter", "\\ud800"],
  ])("names nobody by a token with %s, which no database could look for", (_what, odd) => {
    const nobody = { key: null, providerReference: null };
    const body = `{"data":{"hash":"${hash}","token":"${odd}"}}`;
    expect(read(body)).toEqual({ ...hint, ...nobody, eventId: ":" });
  });

  it("names nobody by a key that is no text", () => {
    const odd = { ...data, custom_data: [] };
    expect(read(JSON.stringify({ data: odd }))).toMatchObject({
      key: null,
      providerReference: token,
    });
  });
});
