import { createHash } from "node:crypto";
import {
  AssertStaffAct,
  apiKeyLimits,
  CreateApiKey,
  FindApiKey,
  identityProposals,
  ListApiKeys,
  ListRevocations,
  ReportRevocations,
  RevokeApiKey,
  RotateApiKey,
} from "@sanu/contracts";
import { type AccountId, type Instant, newId, plusMs } from "@sanu/kernel";
import { proposalLimits } from "@sanu/platform";
import { claimsIn } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { activated, person, refusedFields, useIdentity } from "../../identity.fixture.ts";
import { lockFactors } from "../../second-factors/change-factors.ts";
import { insertPasskey } from "../../second-factors/factor-writes.ts";
import { inSession, opened } from "../../second-factors/second-factors.fixture.ts";
import { hired } from "../admin/staff.fixture.ts";

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
  const rights = { scopes: ["getTreasury" as const], networks: ["203.0.113.0/24"] };
  const key = { by, accountId: machine, ...rights, requestsPerMinute: 60, expiresInDays: 30 };
  const said = { reason: "canary", idempotency: null };
  return identity.request(CreateApiKey, { ...key, ...said, ...changes }, commandId);
};
const rotate = (changes: object, commandId: string = newId()) => {
  const rotation = { by, keyId: newId(), overlapHours: 24, expiresInDays: 90, reason: "old" };
  return identity.request(RotateApiKey, { ...rotation, idempotency: null, ...changes }, commandId);
};
function dataOf(result: Awaited<ReturnType<typeof create>>) {
  if (result.kind !== "replied") throw new Error(JSON.stringify(result));
  return { ...result.data, key: result.data.key ?? "" };
}
const made = async (changes: object = {}) => dataOf(await create(changes));
const hashOf = (key: string) => createHash("sha256").update(key).digest("base64url");
async function found(key: string, address = "203.0.113.9") {
  const result = await identity.request(FindApiKey, { keyHash: hashOf(key), address });
  if (result.kind !== "replied") throw new Error(JSON.stringify(result));
  return result.data.found;
}

describe("a key of a machine", () => {
  it("is made once, shown once, and stored as a hash", async () => {
    const commandId = newId();
    const { key, apiKey } = dataOf(await create({}, commandId));
    expect(await create({}, commandId)).toEqual({
      kind: "replied",
      data: { apiKey, key: null, proposal: null },
    });
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

  it("is one for a client that repeats its request, also at the same moment, and no other request's", async () => {
    const before = await query("select from api_keys");
    const idempotency = { key: "of a client", bodyHash: "one" };
    const results = await Promise.all([1, 2, 3].map(() => made({ idempotency })));
    expect(results.filter(({ key }) => key !== "")).toHaveLength(1);
    expect(new Set(results.map(({ apiKey }) => apiKey.id)).size).toBe(1);
    expect(await query("select from api_keys")).toHaveLength(before.length + 1);
    const other = { key: "of a client", bodyHash: "other" };
    expect(await create({ idempotency: other })).toMatchObject({
      refusal: { code: "idempotency-key-reused" },
    });
    expect((await made({ idempotency, by: newId() })).key).not.toBe("");
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

  it("waits for a second factor that is added in that moment, and is not made then", async () => {
    const both = await activated(identity, person());
    await query("update accounts set roles = '{service_client,user}' where account_id = $1", [
      both,
    ]);
    let making: ReturnType<typeof create> | undefined;
    await identity.database.transaction(async (session) => {
      await session.query(lockFactors(both));
      making = create({ accountId: both });
      await Promise.race([making, new Promise((resolve) => setTimeout(resolve, 500))]);
      const factor = { accountId: both, factorId: newId(), at: identity.clock.now(), by: newId() };
      const passkey = { credentialId: newId(), publicKey: Buffer.from("public"), signCount: 0 };
      await session.query(insertPasskey(factor, passkey));
    });
    expect(await making).toEqual(notFound);
  });

  it("has networks however they were written", async () => {
    const networks = ["203.0.113.9/24", "2001:DB8::1/64", "B2::9AB:60b:87ED:42:a:7dBb/119", "::1"];
    networks.push("::ffff:203.0.113.9/120", "1:2:3:4:5:6:7::/16", "203.0.113.9");
    const { apiKey } = await made({ networks });

    expect(apiKey.networks.slice(0, 2)).toEqual(["203.0.113.0/24", "2001:db8::/64"]);
    expect(apiKey.networks).toHaveLength(networks.length);
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
    const rotated = dataOf(await rotate({ keyId: apiKey.id }, commandId));
    expect(dataOf(await rotate({ keyId: apiKey.id }, commandId))).toEqual({ ...rotated, key: "" });
    const { scopes, networks } = apiKey;
    expect(rotated.apiKey).toMatchObject({ scopes, networks, requests_per_minute: 60 });
    expect(await found(key)).not.toBeNull();
    identity.clock.advanceMs(dayMs);
    expect(await found(key)).toBeNull();
    expect(await found(rotated.key)).not.toBeNull();
  });

  it("that was replaced ends for every gateway behind the overlap, also for what is open by it", async () => {
    const { apiKey } = await made();
    const at = identity.clock.now();
    await rotate({ keyId: apiKey.id, overlapHours: 2 });
    await rotate({ keyId: apiKey.id, overlapHours: 1 });
    await rotate({ keyId: apiKey.id, overlapHours: 3 });
    const text =
      "select valid_from as from from revocations where revoked_id = $1 order by sequence";
    expect(await query(text, [apiKey.id])).toEqual(
      [2, 1].map((hours) => ({ from: plusMs(at, hours * 3_600_000) })),
    );
  });

  it("that was replaced counts for the overlap, and no longer, where its database was put back to before", async () => {
    const { key, apiKey } = await made();
    await rotate({ keyId: apiKey.id, overlapHours: 1 });
    const listed = await identity.request(ListRevocations, { afterSequence: 0 });
    if (listed.kind !== "replied") throw new Error("not answered");
    await query("delete from revocations where revoked_id = $1", [apiKey.id]);
    await query("update api_keys set expires_at = $2 where key_id = $1", [
      apiKey.id,
      apiKey.expires_at,
    ]);

    const { revocations } = listed.data;
    for (const _twice of [1, 2]) await identity.request(ReportRevocations, { revocations });
    expect(await found(key)).not.toBeNull();
    identity.clock.advanceMs(3_600_000);
    expect(await found(key)).toBeNull();
  });

  it("ends at once when it is revoked, which every gateway hears of, once", async () => {
    const { key, apiKey } = await made();
    const revoke = () => identity.request(RevokeApiKey, { by, keyId: apiKey.id, reason: "lost" });
    const [first, second] = [await revoke(), await revoke()];
    expect(second).toEqual(first);
    expect(await found(key)).toBeNull();
    const revoked = "select from revocations where revoked_id = $1";
    expect(await query(revoked, [apiKey.id])).toHaveLength(1);
    expect(await rotate({ keyId: apiKey.id })).toEqual(notFound);
    expect(identity.logged()).toContain('"securityEvent":"api-key-refused"');
  });

  it("stays revoked, for longer than gateways know of it, where its database was put back to before", async () => {
    const [{ key, apiKey }, other] = [await made(), await made()];
    await identity.request(RevokeApiKey, { by, keyId: apiKey.id, reason: "it leaked" });
    const listed = await identity.request(ListRevocations, { afterSequence: 0 });
    if (listed.kind !== "replied") throw new Error("not answered");
    await query("delete from revocations where revoked_id = $1", [apiKey.id]);
    await query("update api_keys set revoked_at = null where key_id = $1", [apiKey.id]);

    const { revocations } = listed.data;
    for (const _twice of [1, 2]) await identity.request(ReportRevocations, { revocations });
    identity.clock.advanceMs(2 * dayMs);
    expect(await found(key)).toBeNull();
    expect(await found(other.key)).not.toBeNull();
  });

  it("opens what it names, in its own name, and neither money nor anything else", async () => {
    const { key, apiKey } = await made({ scopes: ["listUsers"] });
    await query("update api_keys set waits_for_approval = false where key_id = $1", [apiKey.id]);
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

describe("a key that shows people", () => {
  const people = { scopes: ["listUsers"], networks: ["203.0.113.0/24"] };
  const decide = (proposal: Shown, decider: AccountId) =>
    identity.request(identityProposals.decideProposal, {
      commandId: newId<"CommandId">(),
      by: decider,
      reason: "read",
      proposalId: proposal?.id ?? "",
      decision: "approve",
      contentSha256: proposal?.content_sha256 ?? null,
    });
  type Shown = Awaited<ReturnType<typeof made>>["proposal"];
  const refusedWith = (code: string) => ({ kind: "refused", refusal: { code } });
  const waiting = async () => (await query("select from api_keys where waits_for_approval")).length;

  it("has networks, and no wide ones", async () => {
    for (const [networks, rule] of [
      [[], "required"],
      [["0.0.0.0/0"], "too-wide"],
    ] as const) {
      expect(await create({ ...people, networks })).toEqual(refusedFields({ networks: [rule] }));
    }
  });

  it("opens nothing before another admin has approved what it opens, once", async () => {
    const [ama, kofi] = [await hired(identity), await hired(identity)];
    const { key, apiKey, proposal } = await made({ ...people, by: ama });
    expect(apiKey.waits_for_approval).toBe(true);
    const { id: key_id } = apiKey;
    expect(proposal?.content).toEqual({ key_id, ...people, replaces: null });
    expect(await found(key)).toBeNull();
    expect(await rotate({ keyId: key_id })).toEqual(notFound);
    expect(await decide(proposal, ama)).toEqual(refusedWith("own-proposal"));
    expect(await found(key)).toBeNull();
    for (const _twice of [1, 2]) {
      expect(await decide(proposal, kofi)).toMatchObject({ kind: "replied" });
    }
    expect(await found(key)).toMatchObject({ keyId: key_id });
    const what = "select from admin_actions where what ->> 'did' = 'open' and acted_by = $1";
    expect(await query(what, [ama])).toHaveLength(1);
  });

  it("takes two again when it is rotated; until then the old one counts", async () => {
    const [ama, kofi] = [await hired(identity), await hired(identity)];
    const old = await made({ ...people, by: ama });
    await decide(old.proposal, kofi);
    const next = dataOf(await rotate({ keyId: old.apiKey.id, by: ama, overlapHours: 1 }));
    identity.clock.advanceMs(dayMs - 1);
    expect(await found(next.key)).toBeNull();
    expect(await found(old.key)).not.toBeNull();
    expect(await decide(next.proposal, kofi)).toMatchObject({ kind: "replied" });
    expect(await found(next.key)).not.toBeNull();
    identity.clock.advanceMs(3_600_000);
    expect(await found(old.key)).toBeNull();
  });

  it("is made by nobody who has more waiting than one person may, though she revokes each", async () => {
    const ama = await hired(identity);
    const { apiKey } = await made({ ...people, by: ama });
    await identity.request(RevokeApiKey, { by: ama, keyId: apiKey.id, reason: "lost" });
    const copied = `insert into proposals select gen_random_uuid(), operation, account_id, content, md5(n::text),
      status, proposed_by, proposed_at, expires_at from proposals, generate_series(2, $2::int) as n where proposed_by = $1`;
    await query(copied, [ama, proposalLimits.openMax]);
    const keys = "select from api_keys where created_by = $1";
    const before = await query(keys, [ama]);
    expect(await create({ ...people, by: ama })).toMatchObject({
      refusal: { code: "too-many-proposals" },
    });
    expect(await query(keys, [ama])).toHaveLength(before.length);
    await query("delete from proposals where proposed_by = $1", [ama]);
  });

  it("that was revoked, or changed by hand, cannot be opened any more", async () => {
    const [ama, kofi] = [await hired(identity), await hired(identity)];
    const before = await waiting();
    const lost = await made({ ...people, by: ama });
    await identity.request(RevokeApiKey, { by: ama, keyId: lost.apiKey.id, reason: "lost" });
    expect(await decide(lost.proposal, kofi)).toEqual(notFound);
    const wider = await made({ ...people, by: ama });
    await query("update api_keys set networks = '{0.0.0.0/0}' where key_id = $1", [
      wider.apiKey.id,
    ]);
    expect(await decide(wider.proposal, kofi)).toEqual(notFound);
    expect(await waiting()).toBe(before + 2);
  });
});

it("is refused to who would have more keys than there may be; all that count are listed", async () => {
  const { liveKeysMax: keysMax, listedMax } = apiKeyLimits;
  const at = identity.clock.now();
  const store = (what: string, count: number, expiresAt: Instant) =>
    query(
      `insert into api_keys (key_id, account_id, prefix, key_hash, scopes, networks,
         requests_per_minute, created_at, created_by, expires_at)
       select gen_random_uuid(), $1, $2 || n, convert_to($2 || n, 'UTF8'), '{}', '{}', 1, $3, $1, $4
       from generate_series(1, $5::int) as n`,
      [machine, what, at, expiresAt, count],
    );
  const live = await query("select from api_keys where revoked_at is null and expires_at > $1", [
    at,
  ]);
  await store("counts ", keysMax - live.length - 1, plusMs(at, 1));
  await store("ended ", listedMax, at);
  expect(await create()).toMatchObject({ kind: "replied" });
  expect(await create()).toMatchObject({
    refusal: { code: "too-many-api-keys", params: { keysMax: `${keysMax}` } },
  });
  const listed = await identity.request(ListApiKeys, {});
  if (listed.kind !== "replied") throw new Error("refused");
  const { apiKeys } = listed.data;
  expect(apiKeys).toHaveLength(listedMax);
  const shown = apiKeys.filter(({ prefix }) => prefix.startsWith("counts "));
  expect(shown).toHaveLength(keysMax - live.length - 1);
});
