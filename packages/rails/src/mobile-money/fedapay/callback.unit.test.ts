import { createHmac } from "node:crypto";
import { epochMsOf, instant } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { key } from "../../http/samples.ts";
import { readEvent } from "./callback.ts";
import { approved, sent } from "./samples.ts";

const now = instant("2026-11-21T08:00:00.000000Z");
const secrets = ["wh_sandbox_old_one", "wh_sandbox_new_one"];
const event = {
  id: 90_011,
  name: "transaction.approved",
  created_at: "2026-11-21T07:59:58.120Z",
  entity: approved,
};

interface Sent {
  readonly body?: object;
  readonly secret?: string;
  readonly ageSeconds?: number;
  readonly header?: (signed: { time: number; signature: string }) => string;
}

function read({ body = event, secret = "wh_sandbox_old_one", ageSeconds = 0, header }: Sent = {}) {
  const rawBody = Buffer.from(JSON.stringify(body));
  const time = epochMsOf(now) / 1_000 - ageSeconds;
  const signature = createHmac("sha256", secret).update(`${time}.`).update(rawBody).digest("hex");
  const text = header?.({ time, signature }) ?? `t=${time},s=${signature}`;
  return readEvent(secrets, { rawBody, headers: { "x-fedapay-signature": text } }, now);
}

const refused = (reason: string) => ({ kind: "rejected", reason });

describe("an event", () => {
  it.each(secrets)("that one of two valid secrets signed names its order: %s", (secret) => {
    expect(read({ secret })).toEqual({
      kind: "verified",
      eventId: "90011",
      key,
      providerReference: "104821",
      occurredAt: "2026-11-21T07:59:58.120000Z",
    });
  });

  it("may bear several signatures, of which one is ours", () => {
    const header = ({ time, signature }: { time: number; signature: string }) =>
      `t=${time},s=${"0".repeat(64)},s=${signature}`;
    expect(read({ header })).toMatchObject({ kind: "verified" });
  });

  it("names a payout by our key alone: its id is no collection's", () => {
    const body = { ...event, name: "payout.sent", entity: sent };
    expect(read({ body })).toMatchObject({ key, providerReference: null });
  });

  it.each(["customer.created", "account.updated"])("of no interest names nobody: %s", (name) => {
    const body = { ...event, name, entity: { id: 7_402 } };
    expect(read({ body })).toMatchObject({ kind: "verified", key: null, providerReference: null });
  });

  it("says its name as a type on some pages", () => {
    const { name: type, ...rest } = event;
    expect(read({ body: { ...rest, type } })).toMatchObject({ key, providerReference: "104821" });
  });

  it("that bears no name of its own counts once for an order, what happened and its status", () => {
    const { id: _, ...rest } = event;
    const nameless = { kind: "verified", eventId: "104821:transaction.approved:approved", key };
    expect(read({ body: rest })).toMatchObject(nameless);
    expect(read({ body: { ...rest, id: null } })).toMatchObject(nameless);
  });

  it.each(["0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-14:00", "yesterday"])(
    "of a date that is none happens now: %s",
    (created_at) => {
      const body = { ...event, created_at };
      expect(read({ body })).toMatchObject({ kind: "verified", key, occurredAt: now });
    },
  );

  it.each([299, 300, -300])("is fresh at an age of %i s", (ageSeconds) => {
    expect(read({ ageSeconds })).toMatchObject({ kind: "verified" });
  });

  it.each([301, -301])("is stale at an age of %i s", (ageSeconds) => {
    expect(read({ ageSeconds })).toEqual(refused("stale"));
  });

  it.each([
    ["another secret", { secret: "wh_sandbox_a_strangers" }],
    ["no signature", { header: () => "" }],
    [
      "a signature of the body alone",
      {
        header: ({ time }: { time: number }) => {
          const body = JSON.stringify(event);
          const signature = createHmac("sha256", secrets[0] ?? "")
            .update(body)
            .digest("hex");
          return `t=${time},s=${signature}`;
        },
      },
    ],
    [
      "another moment than was signed",
      {
        header: ({ time, signature }: { time: number; signature: string }) =>
          `t=${time + 1},s=${signature}`,
      },
    ],
  ])("is refused with %s", (_what, given) => {
    expect(read(given)).toEqual(refused("bad-signature"));
  });

  it.each([{ id: 1 }, { ...event, entity: null }, { ...event, id: "" }, []])(
    "that is not one is malformed: %#",
    (body) => {
      expect(read({ body })).toEqual(refused("malformed"));
    },
  );
});
