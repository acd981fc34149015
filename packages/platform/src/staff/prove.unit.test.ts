import { generateKeyPairSync } from "node:crypto";
import {
  AssertStaffAct,
  FreezeRates,
  jsonText,
  ListSecondFactors,
  ListUsers,
  type StaffActClaims,
} from "@sanu/contracts";
import { instantOfEpochMs, newId } from "@sanu/kernel";
import { assertionFor, claimsIn } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { signToken } from "../signed-tokens/signed-token.ts";
import { type Proof, proveStaffAct } from "./prove.ts";
import type { StaffDefinition } from "./staff-act.ts";

const identity = { keyId: "one", ...generateKeyPairSync("ed25519") };
const stranger = { keyId: "one", ...generateKeyPairSync("ed25519") };
const pem = identity.publicKey.export({ type: "spki", format: "pem" }).toString();
const [ama, kofi] = [newId<"AccountId">(), newId<"AccountId">()];
const rates = { by: ama, commandId: newId(), spreadBuy: 9_999, isFrozen: null, reason: "mine" };
const payload = jsonText(rates);
const definition = FreezeRates as StaffDefinition;
const nowMs = Date.now();

async function proofOf(
  assertion: string | undefined,
  given: { readonly text?: string; readonly asked?: StaffDefinition; readonly atMs?: number } = {},
): Promise<Proof> {
  const { text = payload, asked = definition, atMs = nowMs } = given;
  return proveStaffAct(
    {
      keys: {
        find: async (id) => (id === "one" ? { kind: "found", pem } : { kind: "unknown" }),
      },
      clock: { now: () => instantOfEpochMs(atMs) },
    },
    {
      definition: asked,
      payload: Buffer.from(text),
      body: JSON.parse(text),
      assertion,
      correlationId: "request-1",
    },
  );
}

const sent = { definition: FreezeRates, input: rates };
const wordFor = (changes: Partial<StaffActClaims> = {}, key = identity) =>
  assertionFor(key, sent, changes);

describe("a request of the staff", () => {
  it("is proven by identity's word for exactly this request", async () => {
    const [jti, sid, key] = [newId(), newId(), newId()];
    const act = { accountId: ama, assertionId: jti };
    expect(await proofOf(wordFor({ jti, sid }))).toEqual({
      kind: "proven",
      act: { ...act, credential: { sessionId: sid } },
    });
    expect(await proofOf(wordFor({ jti, sid: undefined, key }))).toEqual({
      kind: "proven",
      act: { ...act, credential: { keyId: key } },
    });
  });

  it.each<[string, string | undefined]>([
    ["nothing", undefined],
    ["words", "identity said so"],
    ["the word of another key", wordFor({}, stranger)],
    ["the word of a key that identity does not name", wordFor({}, { ...identity, keyId: "two" })],
    ["a word for another service", wordFor({ aud: "payments" })],
    ["a word for another operation", wordFor({ op: "transactions.list-cases" })],
    ["a word for another body", assertionFor(identity, { definition: FreezeRates, input: {} })],
    ["a word for somebody else", wordFor({ sub: kofi })],
    ["a word of another issuer", wordFor({ iss: "sanu-gateway" as "sanu-identity" })],
    ["a word of no session and no key", wordFor({ sid: undefined })],
    ["a word of a session and of a key", wordFor({ key: newId() })],
    ["a word that is over", wordFor({ exp: Math.floor(nowMs / 1_000) })],
    ["a word of the future", wordFor({ iat: Math.floor(nowMs / 1_000) + 30 })],
    ["a word for an hour", wordFor({ exp: Math.floor(nowMs / 1_000) + 3_600 })],
    ["a token of a session", signToken(identity, "at+jwt", claimsIn(wordFor()))],
    ["an unsigned word", wordFor().replace(/[^.]+$/, "AA")],
    ["a word with other claims behind its signature", spliced(wordFor(), wordFor({ sub: kofi }))],
  ])("is not proven by %s", async (_, assertion) => {
    expect(await proofOf(assertion)).toEqual({ kind: "unproven" });
  });

  it("is not proven for a body of the same meaning in other bytes", async () => {
    expect(await proofOf(wordFor(), { text: ` ${payload}` })).toEqual({ kind: "unproven" });
  });

  it("is not proven a minute later", async () => {
    expect((await proofOf(wordFor(), { atMs: nowMs + 61_000 })).kind).toBe("unproven");
  });

  it("about her own factors is proven in the session that it names, and by no word of another", async () => {
    const asked = ListSecondFactors as StaffDefinition;
    const input = { accountId: ama, sessionId: newId() };
    const proofBy = async (changes: Partial<StaffActClaims>) => {
      const word = assertionFor(identity, { definition: asked, input }, changes);
      return (await proofOf(word, { asked, text: jsonText(input) })).kind;
    };
    expect(await proofBy({})).toBe("proven");
    expect(await proofBy({ sid: newId() })).toBe("unproven");
    expect(await proofBy({ sid: undefined, key: newId() })).toBe("unproven");
  });

  it("names nobody but who identity speaks of, in whichever field", async () => {
    const input = { resolvedBy: kofi, transactionId: newId() };
    const word = assertionFor(identity, { definition: FreezeRates, input }, { sub: ama });
    expect((await proofOf(word, { text: jsonText(input) })).kind).toBe("unproven");
  });

  it("that names nobody is proven by whoever identity speaks of", async () => {
    const input = { search: null };
    const asked = ListUsers as StaffDefinition;
    const word = assertionFor(identity, { definition: asked, input }, { sub: kofi });
    expect(await proofOf(word, { asked, text: jsonText(input) })).toMatchObject({
      act: { accountId: kofi },
    });
  });

  it("waits while identity's keys cannot be read", async () => {
    const keys = { find: async () => ({ kind: "unavailable" }) as const };
    const clock = { now: () => instantOfEpochMs(nowMs) };
    const request = {
      definition,
      payload: Buffer.from(payload),
      body: rates,
      assertion: wordFor(),
      correlationId: "request-1",
    };
    expect(await proveStaffAct({ keys, clock }, request)).toEqual({ kind: "unavailable" });
  });
});

it("is no matter of the staff to ask identity for its word", () => {
  expect(AssertStaffAct).not.toHaveProperty("staff");
});

function spliced(signed: string, other: string): string {
  const [head, , signature] = signed.split(".");
  return [head, other.split(".")[1], signature].join(".");
}
