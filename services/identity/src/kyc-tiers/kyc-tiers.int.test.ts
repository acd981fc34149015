import { GetMe, KycTierLimitChanged, ListKycTiers } from "@sanu/contracts";
import { type AccountId, newId, xof } from "@sanu/kernel";
import {
  createEventStore,
  createGate,
  createLogger,
  type Database,
  openDatabase,
  type ServiceGate,
} from "@sanu/platform";
import { createTestDatabase, eventually, type TestDatabase, testClock } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrations } from "../database/migrations/index.ts";
import { createDefaultLimits } from "../handlers/admin/apply-default-limits.ts";
import { changeByTwo, hired } from "../handlers/admin/staff.fixture.ts";
import { activated, person, type RunningIdentity, startIdentity } from "../identity.fixture.ts";
import { kycTiersProjection } from "../projections/kyc-tiers/projection.ts";
import { kycTiersProjectionSet } from "../projections/projections.ts";
import { publishTiers } from "../publish.ts";
import { KycTiersEvent } from "./events.ts";

describe("what each tier allows in a month", () => {
  let identity: RunningIdentity;
  let staff: readonly [AccountId, AccountId];

  beforeEach(async () => {
    identity = await startIdentity({ KYC_TIER_LIMITS_XOF: "200,500,2000,10000" });
    staff = [await hired(identity), await hired(identity)];
  });
  afterEach(() => identity.stop());

  const change = (tier: number, limit: string, commandId: string = newId()) => {
    const what = { operation: "change-tier-limit", tier, monthly_limit: Number(limit) };
    return changeByTwo(identity, staff, what, { commandId });
  };
  /** What the other services are told, the first one first. */
  const published = async () => {
    const rows = await identity.database.query<{ data: string }>(
      CompiledQuery.raw(
        "select public_data as data from events where public_type = $1 order by position",
        [KycTierLimitChanged.type],
      ),
    );
    return rows.map(({ data }) => {
      const { kycTier, monthlyLimitXof } = KycTierLimitChanged.schema.parse(JSON.parse(data));
      return [kycTier, Number(monthlyLimitXof)];
    });
  };
  const standing = async () => {
    const result = await identity.request(ListKycTiers, {});
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    return result.data.tiers.map((tier) => tier.monthly_limit);
  };
  const restartWith = async (limits: string) =>
    (await identity.startReplica({ KYC_TIER_LIMITS_XOF: limits })).stop();
  const defaults = [200, 500, 2_000, 10_000].map((limit, tier) => [tier, limit]);

  it("is published at the first start, once for each tier, and not again at the next", async () => {
    for (const replica of await Promise.all([1, 2].map(() => identity.startReplica()))) {
      await replica.stop();
    }
    expect(await published()).toEqual(defaults);
    expect(await standing()).toEqual([200, 500, 2_000, 10_000]);
    expect(await kycTiersProjectionSet.verify({ database: identity.database })).toMatchObject([
      { differences: [] },
    ]);
  });

  it("is published when an admin sets the default, and from then on no configuration changes it", async () => {
    await change(0, "200");
    expect(await published()).toEqual([...defaults, [0, 200]]);

    await restartWith("300,600,2000,10000");
    expect(await published()).toEqual([...defaults, [0, 200], [1, 600]]);
    expect(await standing()).toEqual([200, 600, 2_000, 10_000]);
  });

  it("stays where another configuration does not fit what an admin has set", async () => {
    await change(1, "1000");
    await restartWith("200,500,900,10000");
    expect(await published()).toEqual([...defaults, [1, 1_000]]);
    expect(identity.logged()).toContain("tiers-out-of-order");
  });

  it("is one fact for a command that comes twice, at once or after another one", async () => {
    const commandId = newId();
    const both = await Promise.all([1, 2].map(() => change(0, "300", commandId)));
    expect(both.map(({ kind }) => kind)).toEqual(["replied", "replied"]);
    await change(0, "400");
    await change(0, "300", commandId);
    expect(await published()).toEqual([...defaults, [0, 300], [0, 400]]);

    await change(0, "400");
    expect(await published()).toEqual([...defaults, [0, 300], [0, 400], [0, 400]]);
  });

  it("is what a person sees as the limit of her tier", async () => {
    const id = await activated(identity, person());
    await change(0, "300");
    expect(await identity.request(GetMe, { accountId: id })).toMatchObject({
      data: { user: { kyc_tier: { id: 0, monthly_limit: 300 } } },
    });
    expect(await change(0, "600")).toMatchObject({ refusal: { code: "kyc-tiers-out-of-order" } });
    expect(await standing()).toEqual([300, 500, 2_000, 10_000]);
  });
});

describe("the first start of what each tier allows", () => {
  let made: TestDatabase;
  let database: Database;

  beforeEach(async () => {
    made = await createTestDatabase("identity", migrations);
    database = openDatabase({ url: made.url, poolMax: 8, applicationName: "test" });
  });
  afterEach(async () => {
    await database.close();
    await made.drop();
  });

  const replicaWith = (gate: ServiceGate) =>
    createDefaultLimits({
      tiersStore: createEventStore({
        database,
        schema: KycTiersEvent,
        publish: publishTiers,
        projections: [kycTiersProjection],
        gate,
        afterPublicCommit: () => undefined,
      }),
      clock: testClock(),
      logger: createLogger({ service: "identity", level: "silent" }),
      limitsXof: [xof(200n), xof(500n), xof(2_000n), xof(10_000n)],
    });
  const count = async () => (await database.query(CompiledQuery.raw("select from events"))).length;

  it("happens once where many replicas start in one moment", async () => {
    const replicas = Array.from({ length: 8 }, () => replicaWith(createGate()));
    await Promise.all(replicas.map(({ start }) => start()));
    expect(await count()).toBe(4);
  });

  it("waits while the service is closed, and happens when it opens", async () => {
    const gate = createGate();
    gate.close("the stream is ahead of the log");
    const replica = replicaWith(gate);
    await replica.start();
    expect(await count()).toBe(0);

    gate.open();
    await eventually("the limits are in the log", async () => (await count()) === 4);
    await replica.stop();
  });
});
