import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { epochMsOf, instant } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { key } from "../../http/samples.ts";
import { readSignedCallback } from "./callback.ts";
import { deposit, payout, refund } from "./samples.ts";

const now = instant("2026-11-21T08:00:00.000000Z");
const nowSeconds = epochMsOf(now) / 1_000;
const pair = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
const [current, next, strangers] = [pair(), pair(), pair()];
const trust = {
  keys: [current.publicKey, next.publicKey],
  url: new URL("https://api.sanu.example/webhooks/pawapay"),
};
const components = [
  "@method",
  "@authority",
  "@path",
  "signature-date",
  "content-digest",
  "content-type",
];

interface Sent {
  readonly body?: object;
  readonly by?: typeof current;
  readonly covered?: readonly string[];
  readonly path?: string;
  readonly created?: number;
  readonly expires?: number;
  readonly changed?: Readonly<Record<string, string>>;
}

function read({
  body = { ...deposit, status: "COMPLETED" },
  by = current,
  covered = components,
  path = "/webhooks/pawapay",
  created = nowSeconds,
  expires = nowSeconds + 60,
  changed = {},
}: Sent = {}) {
  const rawBody = Buffer.from(JSON.stringify(body));
  const digest = `sha-512=:${createHash("sha512").update(rawBody).digest("base64")}:`;
  const headers: Record<string, string> = {
    "signature-date": "2026-11-21T08:00:00.000000Z",
    "content-digest": digest,
    "content-type": "application/json; charset=UTF-8",
  };
  const derived: Record<string, string> = {
    "@method": "POST",
    "@authority": "api.sanu.example",
    "@path": path,
  };
  const names = covered.map((name) => `"${name}"`).join(" ");
  const parameters = `(${names});alg="ecdsa-p256-sha256";keyid="HTTP_EC_P256_KEY:1";created=${created};expires=${expires}`;
  const base = [
    ...covered.map((name) => `"${name}": ${derived[name] ?? headers[name]}`),
    `"@signature-params": ${parameters}`,
  ].join("\n");
  const signature = sign("sha256", Buffer.from(base), by.privateKey).toString("base64");
  const signed = { "signature-input": `sig-pp=${parameters}`, signature: `sig-pp=:${signature}:` };
  return readSignedCallback(
    trust,
    { rawBody, headers: { ...headers, ...signed, ...changed } },
    now,
  );
}

const refused = (reason: string) => ({ kind: "rejected", reason });

describe("a callback", () => {
  it.each([
    ["deposit", deposit],
    ["payout", payout],
    ["refund", refund],
    ["refund that names its deposit", { ...refund, depositId: deposit.depositId }],
  ])("about a %s names it by our key, once for each status", (_what, body) => {
    expect(read({ body: { ...body, status: "COMPLETED" } })).toEqual({
      kind: "verified",
      eventId: `${key}:COMPLETED`,
      key,
      providerReference: null,
      occurredAt: "2026-11-21T07:46:42.000000Z",
    });
  });

  it("may be signed by either of two keys while they are changed", () => {
    expect(read({ by: next })).toMatchObject({ kind: "verified" });
  });

  it.each<readonly [string, Sent]>([
    ["by a stranger", { by: strangers }],
    ["for another path", { path: "/webhooks/elsewhere" }],
    ["without the body", { covered: components.filter((name) => name !== "content-digest") }],
    ["without the receiver", { covered: components.filter((name) => name !== "@authority") }],
    ["with another digest", { changed: { "content-digest": "sha-512=:AAAA:" } }],
    ["with another type", { changed: { "content-type": "text/plain" } }],
    ["with no signature", { changed: { signature: "" } }],
    ["with no input", { changed: { "signature-input": "" } }],
  ])("that is signed %s is refused", (_what, sent) => {
    expect(read(sent)).toEqual(refused("bad-signature"));
  });

  it.each<readonly [string, Sent]>([
    ["long ago", { created: nowSeconds - 301 }],
    ["in the future", { created: nowSeconds + 301, expires: nowSeconds + 400 }],
    ["and has expired", { created: nowSeconds - 120, expires: nowSeconds - 60 }],
  ])("that was signed %s is stale", (_what, sent) => {
    expect(read(sent)).toEqual(refused("stale"));
  });

  it.each(["0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-14:00", "yesterday"])(
    "of a date that is none happens now: %s",
    (created) => {
      const body = { ...deposit, created };
      expect(read({ body })).toMatchObject({ kind: "verified", occurredAt: now });
    },
  );

  it.each([{}, { status: "COMPLETED" }, { ...deposit, depositId: "not an id" }, []])(
    "that names no order is malformed: %#",
    (body) => {
      expect(read({ body })).toEqual(refused("malformed"));
    },
  );
});
