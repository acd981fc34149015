import { createHash } from "node:crypto";
import {
  AssertStaffAct,
  CreateApiKey,
  FindApiKey,
  ListApiKeys,
  RevokeApiKey,
  RotateApiKey,
} from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { claimsIn } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { activated, person, useIdentity } from "../../identity.fixture.ts";
import { inSession, opened } from "../../second-factors/second-factors.fixture.ts";

const identity = await useIdentity();
const by = newId<"AccountId">();
const dayMs = 86_400_000;
const notFound = { kind: "refused", refusal: { code: "not-found" } };
let machine: AccountId;

const query = (text: string, values: readonly unknown[] = []) =>
  identity.database.query<Record<string, unknown>>(CompiledQuery.raw(text, [...values]));

beforeAll(async () => {
  machine = await activated(identity, person());
  await query("update accounts set roles = '{service_client,user}' where account_id = $1", [
    machine,
  ]);
});

const create = (changes: object = {}, commandId: string = newId()) => {
  const rights = { scopes: ["listUsers" as const], networks: ["203.0.113.0/24"] };
  const key = { by, accountId: machine, ...rights, requestsPerMinute: 60, expiresInDays: 30 };
  return identity.request(CreateApiKey, { ...key, reason: "canary", ...changes }, commandId);
};
async function made(changes: object = {}) {
  const result = await create(changes);
  if (result.kind !== "replied") throw new Error(JSON.stringify(result));
  return result.data;
}
const hashOf = (key: string) => createHash("sha256").update(key).digest("base64url");
async function found(key: string, address = "203.0.113.9") {
  const result = await identity.request(FindApiKey, { keyHash: hashOf(key), address });
  if (result.kind !== "replied") throw new Error(JSON.stringify(result));
  return result.data.found;
}

describe("a key of a machine", () => {
  it("is made once, shown again to the same command alone, and stored as a hash", async () => {
    const commandId = newId();
    const first = await create({}, commandId);
    if (first.kind !== "replied") throw new Error("refused");
    expect(await create({}, commandId)).toEqual(first);
    const { key, apiKey } = first.data;
    expect(key).toMatch(/^sanu_[0-9a-f]{12}_[\w-]{43}$/);
    expect(key.startsWith(apiKey.prefix)).toBe(true);
    expect((await made()).key).not.toBe(key);
    const rows = await query("select row_to_json(api_keys)::text as text from api_keys");
    const listed = await identity.request(ListApiKeys, {});
    const shown = JSON.stringify([rows, listed]);
    expect(shown).toContain(apiKey.prefix);
    expect(shown).not.toContain(key.slice(-43));
    const reasons = await query("select what from admin_actions where acted_by = $1", [by]);
    expect(reasons).toHaveLength(2);
  });

  it("is of an active account of a machine, and of no person", async () => {
    const somebody = await activated(identity, person());
    expect(await create({ accountId: somebody })).toEqual(notFound);
    expect(await create({ accountId: newId() })).toEqual(notFound);
  });

  it("and a second factor exclude each other, so that nobody has a machine for a second person", async () => {
    const who = person();
    const both = await activated(identity, who);
    await query("update accounts set roles = '{service_client,user}' where account_id = $1", [
      both,
    ]);
    const session = inSession(identity, await opened(identity, both));
    expect(await session.begin(who.password)).toMatchObject({ kind: "replied" });
    expect(await create({ accountId: both })).toEqual(notFound);
    await query("delete from second_factors where account_id = $1", [both]);
    expect(await create({ accountId: both })).toMatchObject({ kind: "replied" });
    expect(await session.begin(who.password)).toMatchObject({ refusal: { code: "forbidden" } });
  });

  it("counts from its networks, until it ends or its account does", async () => {
    const { key, apiKey } = await made();
    const { key: anywhere } = await made({ networks: [] });
    expect(await found(key)).toMatchObject({ keyId: apiKey.id, accountId: machine });
    expect(await found(key, "198.51.100.1")).toBeNull();
    expect(await found(anywhere, "2001:db8::1")).not.toBeNull();
    expect(await found(`${key}x`)).toBeNull();
    await query("update accounts set status = 'suspended' where account_id = $1", [machine]);
    expect(await found(key)).toBeNull();
    await query("update accounts set status = 'active' where account_id = $1", [machine]);
    identity.clock.advanceMs(30 * dayMs);
    expect(await found(key)).toBeNull();
  });

  it("is used at a moment that is written once a minute", async () => {
    const { key, apiKey } = await made();
    const lastUse = async () => {
      const [row] = await query("select last_used_at from api_keys where key_id = $1", [apiKey.id]);
      return row?.["last_used_at"];
    };
    await found(key);
    const at = identity.clock.now();
    identity.clock.advanceMs(59_999);
    await found(key);
    expect(await lastUse()).toBe(at);
    identity.clock.advanceMs(1);
    await found(key);
    expect(await lastUse()).toBe(identity.clock.now());
  });

  it("is rotated into one with the same rights, and counts for the overlap", async () => {
    const { key, apiKey } = await made();
    const commandId = newId();
    const rotation = { by, keyId: apiKey.id, overlapHours: 24, expiresInDays: 90, reason: "old" };
    const rotated = await identity.request(RotateApiKey, rotation, commandId);
    if (rotated.kind !== "replied") throw new Error("refused");
    expect(await identity.request(RotateApiKey, rotation, commandId)).toEqual(rotated);
    const { scopes, networks } = apiKey;
    expect(rotated.data.apiKey).toMatchObject({ scopes, networks, requests_per_minute: 60 });
    expect(await found(key)).not.toBeNull();
    identity.clock.advanceMs(dayMs);
    expect(await found(key)).toBeNull();
    expect(await found(rotated.data.key)).not.toBeNull();
  });

  it("ends at once when it is revoked, which every gateway hears of, once", async () => {
    const { key, apiKey } = await made();
    const revoke = () => identity.request(RevokeApiKey, { by, keyId: apiKey.id, reason: "lost" });
    const [first, second] = [await revoke(), await revoke()];
    expect(second).toEqual(first);
    expect(await found(key)).toBeNull();
    const revoked = "select from revocations where revoked_id = $1";
    expect(await query(revoked, [apiKey.id])).toHaveLength(1);
    const again = { by, keyId: apiKey.id, overlapHours: 1, expiresInDays: 1, reason: "late" };
    expect(await identity.request(RotateApiKey, again)).toEqual(notFound);
    expect(identity.logged()).toContain('"securityEvent":"api-key-refused"');
  });

  it("opens what it names, in its own name, and neither money nor anything else", async () => {
    const { key, apiKey } = await made();
    const ask = async (request: string) => {
      const result = await identity.request(AssertStaffAct, {
        credential: { kind: "api-key", keyHash: hashOf(key) },
        service: "identity",
        request,
        bodyHash: hashOf("{}"),
        address: "203.0.113.9",
      });
      if (result.kind === "refused") return result.refusal.code;
      const said = result.kind === "replied" ? claimsIn(result.data.assertion) : undefined;
      return said?.key === apiKey.id && said.sid === undefined ? result.kind : said;
    };
    expect(await ask("list-users")).toBe("replied");
    expect(await ask("get-user")).toBe("forbidden");
    expect(await ask("change-user")).toBe("forbidden");
    expect(await ask("create-api-key")).toBe("forbidden");
  });
});
