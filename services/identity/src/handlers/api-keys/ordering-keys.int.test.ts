import { createHash } from "node:crypto";
import {
  ChangeApiKey,
  CreateApiKey,
  FindApiKey,
  ListApiKeys,
  OrderingKeyChanged,
  type ProposalView,
  RevokeApiKey,
  RotateApiKey,
} from "@sanu/contracts";
import { type AccountId, newId, plusMs } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { refusedFields, useIdentity } from "../../identity.fixture.ts";
import { approve, hired } from "../admin/staff.fixture.ts";

const identity = await useIdentity();
const [ama, kofi] = [await hired(identity), await hired(identity)];
const dayMs = 86_400_000;
const networks = ["203.0.113.0/24"];
let machine: AccountId;

beforeEach(async () => {
  machine = await hired(identity, "service_client");
});

const create = (changes: object = {}) =>
  identity.request(CreateApiKey, {
    by: ama,
    accountId: machine,
    scopes: ["createTransaction", "listTransactions"],
    networks,
    requestsPerMinute: 600,
    ordering: { openTransactionsMax: 50, monthlyLimitXof: "1000000" },
    expiresInDays: 30,
    reason: "a shop",
    idempotency: null,
    ...changes,
  });
const dataOf = <Data>(result: { kind: string; data?: Data }): Data => {
  if (result.kind !== "replied" || result.data === undefined) {
    throw new Error(JSON.stringify(result));
  }
  return result.data;
};
const approved = async (proposal: ProposalView | null) => {
  if (proposal === null) throw new Error("nothing waits");
  return approve(identity, kofi, proposal);
};
const opened = async (changes: object = {}) => {
  const made = dataOf(await create(changes));
  expect(await approved(made.proposal)).toMatchObject({ kind: "replied" });
  return { ...made, keyId: made.apiKey.id, key: made.key ?? "" };
};
const change = (keyId: string, changes: object, commandId = newId<"CommandId">()) => {
  const none = { requestsPerMinute: null, openTransactionsMax: null, monthlyLimitXof: null };
  return identity.request(ChangeApiKey, {
    commandId,
    by: ama,
    keyId,
    reason: "it grows",
    ...none,
    ...changes,
  });
};
const keyOf = async (keyId: string) => {
  const { apiKeys } = dataOf(await identity.request(ListApiKeys, {}));
  return apiKeys.find(({ id }) => id === keyId);
};
const found = async (key: string) => {
  const keyHash = createHash("sha256").update(key).digest("base64url");
  return dataOf(await identity.request(FindApiKey, { keyHash, address: "203.0.113.9" })).found;
};
/** What transactions is told of the machine's keys, the first one first. */
const published = async () => {
  const text = `select public_data as data from events where public_type = $1 and stream_id = $2
    order by position`;
  const rows = await identity.database.query<{ data: string }>(
    CompiledQuery.raw(text, [OrderingKeyChanged.type, machine]),
  );
  return rows.map(({ data }) => {
    const { keyId, openTransactionsMax, monthlyLimitXof, endsAt } = OrderingKeyChanged.schema.parse(
      JSON.parse(data),
    );
    return [keyId, openTransactionsMax, monthlyLimitXof, endsAt];
  });
};
const limits = { requests_per_minute: 600, open_transactions_max: 50, monthly_limit: 1_000_000 };

describe("a key by which a service orders", () => {
  it("says how much, and no other key does", async () => {
    const required = { open_transactions_max: ["required"], monthly_limit: ["required"] };
    expect(await create({ ordering: null })).toEqual(refusedFields(required));
    expect(await create({ scopes: ["getTreasury"], requestsPerMinute: 60 })).toEqual(
      refusedFields({ open_transactions_max: ["no-orders"], monthly_limit: ["no-orders"] }),
    );
    expect(await create({ networks: [], ordering: null })).toEqual(
      refusedFields({ networks: ["required"], ...required }),
    );
  });

  it("counts, and is told, once another admin has read what may be ordered by it", async () => {
    const { apiKey, proposal, key } = dataOf(await create());
    expect(apiKey).toMatchObject({ ...limits, waits_for_approval: true });
    expect(proposal?.content).toMatchObject({ ...limits, networks });
    expect(await found(key ?? "")).toBeNull();
    expect(await published()).toEqual([]);
    for (const _twice of [1, 2]) {
      expect(await approved(proposal)).toMatchObject({ kind: "replied" });
    }
    expect(await found(key ?? "")).toMatchObject({ requestsPerMinute: 600 });
    expect(await published()).toEqual([[apiKey.id, 50, 1_000_000n, apiKey.expires_at]]);
  });

  it("whose limits somebody changed by hand meanwhile is opened by nobody", async () => {
    const { apiKey, proposal } = dataOf(await create());
    await identity.database.query(
      CompiledQuery.raw("update api_keys set open_transactions_max = 51 where key_id = $1", [
        apiKey.id,
      ]),
    );
    expect(await approved(proposal)).toMatchObject({ refusal: { code: "not-found" } });
    expect(await published()).toEqual([]);
  });

  it("may order less at once, and more once another admin agrees", async () => {
    const { keyId } = await opened();
    const less = { requestsPerMinute: 300, openTransactionsMax: 20, monthlyLimitXof: "500000" };
    const lowered = { requests_per_minute: 300, open_transactions_max: 20, monthly_limit: 500_000 };
    const done = dataOf(await change(keyId, less));
    expect(done).toMatchObject({ apiKey: lowered, proposal: null });
    const more = dataOf(await change(keyId, { openTransactionsMax: 21, requestsPerMinute: 1 }));
    expect(more.proposal?.content).toMatchObject({
      open_transactions_max: 21,
      requests_per_minute: 1,
      as_of: lowered,
    });
    expect(await keyOf(keyId)).toMatchObject(lowered);
    expect(await approve(identity, ama, more.proposal as ProposalView)).toMatchObject({
      refusal: { code: "own-proposal" },
    });
    for (const _twice of [1, 2]) {
      expect(await approved(more.proposal)).toMatchObject({ kind: "replied" });
    }
    expect(await keyOf(keyId)).toMatchObject({
      ...lowered,
      open_transactions_max: 21,
      requests_per_minute: 1,
    });
    expect((await published()).map(([, open]) => open)).toEqual([50, 20, 21]);
  });

  it("takes what was agreed of what stood then, and of nothing else", async () => {
    const { keyId } = await opened();
    const { proposal } = dataOf(await change(keyId, { monthlyLimitXof: "2000000" }));
    await change(keyId, { requestsPerMinute: 10 });
    expect(await approved(proposal)).toMatchObject({ refusal: { code: "proposal-outdated" } });
    expect(await keyOf(keyId)).toMatchObject({ ...limits, requests_per_minute: 10 });
    expect(await published()).toHaveLength(1);
  });

  it("is proposed once for a command that comes twice, and lowered once by two at the same moment", async () => {
    const { keyId } = await opened();
    const commandId = newId<"CommandId">();
    const twice = await Promise.all(
      [1, 2].map(async () => dataOf(await change(keyId, { openTransactionsMax: 60 }, commandId))),
    );
    expect(twice[0]?.proposal?.id).toBe(twice[1]?.proposal?.id);
    const lowered = await Promise.all(
      [10, 11, 12].map((openTransactionsMax) => change(keyId, { openTransactionsMax })),
    );
    const standing = (await keyOf(keyId))?.open_transactions_max;
    expect((await published()).at(-1)?.[1]).toBe(standing);
    expect(lowered.some(({ kind }) => kind === "replied")).toBe(true);
  });

  it("is changed only where it counts, and in what it has", async () => {
    const notFound = { refusal: { code: "not-found" } };
    expect(await change(newId(), { requestsPerMinute: 1 })).toMatchObject(notFound);
    const waiting = dataOf(await create()).apiKey.id;
    expect(await change(waiting, { requestsPerMinute: 1 })).toMatchObject(notFound);
    const of = { scopes: ["getTreasury"], ordering: null, requestsPerMinute: 60 };
    const looking = dataOf(await create(of)).apiKey.id;
    expect(await change(looking, { openTransactionsMax: 1, requestsPerMinute: 121 })).toEqual(
      refusedFields({ open_transactions_max: ["no-orders"], requests_per_minute: ["no-orders"] }),
    );
    expect(dataOf(await change(looking, { requestsPerMinute: 10 })).apiKey).toMatchObject({
      requests_per_minute: 10,
    });
    const { proposal } = dataOf(await change(looking, { requestsPerMinute: 60 }));
    expect(await approved(proposal)).toMatchObject({ kind: "replied" });
    expect(await keyOf(looking)).toMatchObject({ requests_per_minute: 60 });
    expect(await published()).toEqual([]);
  });

  it("hands its limits on when it is rotated, and ends behind the overlap, which is told with the new one", async () => {
    const old = await opened();
    const rotation = { by: ama, keyId: old.keyId, overlapHours: 1, expiresInDays: 90 };
    const next = dataOf(
      await identity.request(RotateApiKey, { ...rotation, reason: "old", idempotency: null }),
    );
    expect(next.apiKey).toMatchObject(limits);
    expect(await published()).toHaveLength(1);
    const at = identity.clock.now();
    expect(await approved(next.proposal)).toMatchObject({ kind: "replied" });
    expect((await published()).slice(1)).toEqual([
      [next.apiKey.id, 50, 1_000_000n, next.apiKey.expires_at],
      [old.keyId, 50, 1_000_000n, plusMs(at, 3_600_000)],
    ]);
    expect(await found(old.key)).not.toBeNull();
    identity.clock.advanceMs(3_600_000);
    expect(await found(old.key)).toBeNull();
    expect(await found(next.key ?? "")).not.toBeNull();
  });

  it("that was revoked while its successor waited stays revoked at every gateway", async () => {
    const old = await opened();
    const rotation = { by: ama, keyId: old.keyId, overlapHours: 1, expiresInDays: 90 };
    const next = dataOf(
      await identity.request(RotateApiKey, { ...rotation, reason: "old", idempotency: null }),
    );
    const at = identity.clock.now();
    await identity.request(RevokeApiKey, { by: ama, keyId: old.keyId, reason: "it leaked" });
    identity.clock.advanceMs(1_000);
    expect(await approved(next.proposal)).toMatchObject({ kind: "replied" });
    const revocations = CompiledQuery.raw(
      "select valid_from as from from revocations where revoked_id = $1 order by sequence",
      [old.keyId],
    );
    expect(await identity.database.query(revocations)).toEqual([{ from: at }]);
  });

  it("hands on what was lowered while its successor waited, and nothing that was raised", async () => {
    const old = await opened();
    const rotation = { by: ama, keyId: old.keyId, overlapHours: 1, expiresInDays: 90 };
    const rotated = async () =>
      dataOf(
        await identity.request(RotateApiKey, { ...rotation, reason: "old", idempotency: null }),
      );
    const [first, second] = [await rotated(), await rotated()];
    await change(old.keyId, { openTransactionsMax: 5, requestsPerMinute: 60 });
    expect(await approved(first.proposal)).toMatchObject({ kind: "replied" });
    const lowered = { ...limits, open_transactions_max: 5, requests_per_minute: 60 };
    expect(await keyOf(first.apiKey.id)).toMatchObject(lowered);
    expect(await found(first.key ?? "")).toMatchObject({ requestsPerMinute: 60 });
    expect((await published()).filter(([keyId]) => keyId === first.apiKey.id)).toEqual([
      [first.apiKey.id, 5, 1_000_000n, first.apiKey.expires_at],
    ]);

    const { proposal } = dataOf(await change(old.keyId, { monthlyLimitXof: "9000000" }));
    expect(await approved(proposal)).toMatchObject({ kind: "replied" });
    expect(await approved(second.proposal)).toMatchObject({ kind: "replied" });
    expect(await keyOf(second.apiKey.id)).toMatchObject(lowered);
  });

  it("is never more than the key it replaces, when that is lowered at the same moment", async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const old = await opened();
      const rotation = { by: ama, keyId: old.keyId, overlapHours: 1, expiresInDays: 90 };
      const next = dataOf(
        await identity.request(RotateApiKey, { ...rotation, reason: "old", idempotency: null }),
      );
      const [answer] = await Promise.all([
        approved(next.proposal),
        change(old.keyId, { openTransactionsMax: 5 }),
      ]);
      if (answer.kind === "refused") {
        expect(answer).toMatchObject({ refusal: { code: "proposal-outdated" } });
        expect(await approved(next.proposal)).toMatchObject({ kind: "replied" });
      }
      const facts = await published();
      const openedAt = facts.findIndex(([keyId]) => keyId === next.apiKey.id);
      const loweredAt = facts.findIndex(([keyId, open]) => keyId === old.keyId && open === 5);
      const isLowered = loweredAt !== -1 && loweredAt < openedAt;
      expect(facts[openedAt]?.[1]).toBe(isLowered ? 5 : 50);
      expect(await keyOf(next.apiKey.id)).toMatchObject({
        open_transactions_max: isLowered ? 5 : 50,
      });
    }
  });

  it("ends at once when it is revoked, which is told once, and is opened no more", async () => {
    const { keyId } = await opened();
    const { apiKey, proposal } = dataOf(await create());
    const at = identity.clock.now();
    const revoke = (id: string) =>
      identity.request(RevokeApiKey, { by: kofi, keyId: id, reason: "lost" });
    for (const id of [keyId, keyId, apiKey.id]) {
      expect(await revoke(id)).toMatchObject({ kind: "replied" });
    }
    expect((await published()).slice(1)).toEqual([
      [keyId, 50, 1_000_000n, at],
      [apiKey.id, 50, 1_000_000n, at],
    ]);
    expect(await approved(proposal)).toMatchObject({ refusal: { code: "not-found" } });
    expect(await change(keyId, { openTransactionsMax: 1 })).toMatchObject({
      refusal: { code: "not-found" },
    });
  });

  it("is opened or revoked, never both, when both happen at the same moment", async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const { apiKey, proposal, key } = dataOf(await create());
      const [, revoked] = await Promise.all([
        approved(proposal),
        identity.request(RevokeApiKey, { by: kofi, keyId: apiKey.id, reason: "lost" }),
      ]);
      expect(revoked).toMatchObject({ kind: "replied" });
      expect(await found(key ?? "")).toBeNull();
      const last = (await published()).filter(([keyId]) => keyId === apiKey.id).at(-1);
      expect(last?.[3]).not.toBe(apiKey.expires_at);
    }
  });

  it("that has expired can still be revoked", async () => {
    const { keyId } = await opened();
    identity.clock.advanceMs(31 * dayMs);
    const revoked = { by: kofi, keyId, reason: "lost" };
    expect(await identity.request(RevokeApiKey, revoked)).toMatchObject({ kind: "replied" });
    expect(await published()).toHaveLength(1);
    expect(await change(keyId, { openTransactionsMax: 1 })).toMatchObject({ kind: "refused" });
  });
});
