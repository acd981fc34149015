import {
  identityRequests,
  KeyScope,
  paymentsRequests,
  payoutsRequests,
  type RequestDefinition,
  transactionsRequests,
} from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import type { ApiResponse } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import { actsOfTwo } from "./acts-of-two.ts";
import { logIn } from "./log-in.ts";
import { approveByOther, decideByTwo, hireAdmin, type WaitingProposal } from "./staff.ts";
import { operationsOf, type StaffAct, staffActs } from "./staff-acts.ts";
import { startSharedSanu } from "./start-world.ts";

const world = await startSharedSanu();
const operations = await operationsOf(world.api);
const admin = await hireAdmin(world);
const stale = await hireAdmin(world);
const unproven = await hireAdmin(world);
const other = await hireAdmin(world);
const machine = await world.signUp();
const suspended = await hireAdmin(world);
const [client, user] = [await world.signUp(), await world.signUp()];

/** What only time and the staff's own steps bring about, made at once in identity's database. */
const inIdentity = (text: string, values: readonly unknown[]) =>
  world.databases.identity.query(CompiledQuery.raw(text, [...values]));
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as {
    readonly sid: string;
    readonly sub: string;
  };
const sessionOf = (token: string) => claimsOf(token).sid;
/** As two admins make one, which ends her sessions. */
const beServiceClient = (accountId: string) =>
  decideByTwo(world, [admin.token, other.token], {
    method: "PATCH",
    path: `/api/v1/users/${accountId}`,
    body: { role: "service_client" },
  });
await inIdentity(
  "update sessions set second_factor_at = second_factor_at - interval '11 minutes' where session_id = $1",
  [sessionOf(stale.token)],
);
await inIdentity("update sessions set second_factor_at = null where session_id = $1", [
  sessionOf(unproven.token),
]);

await beServiceClient(machine.accountId);

type Who = "nobody" | "suspended" | "user" | "unproven" | "stale" | "admin";
const tokens: Readonly<Record<Who, string | undefined>> = {
  nobody: undefined,
  suspended: suspended.token,
  user: user.token,
  unproven: unproven.token,
  stale: stale.token,
  admin: admin.token,
};

const isOpen = "open";
const [unknown, forbidden] = ["401 unauthenticated", "403 forbidden"];
const [noFactor, old] = ["403 second-factor-required", "403 step-up-required"];
const own = "403 own-proposal";
const proven = { user: forbidden, unproven: noFactor, stale: isOpen, admin: isOpen } as const;
/** Of the own factors only who may not is tried: what changes them would change who asks. */
const table: Readonly<Record<StaffAct["act"], Readonly<Partial<Record<Who, string>>>>> = {
  own: { user: forbidden },
  look: proven,
  act: proven,
  money: { ...proven, stale: old },
};

const proposed = await world.api.call("PUT", "/api/v1/rates", {
  token: admin.token,
  body: { spread_buy: 150, reason: "for this table" },
});
const { proposal } = proposed.json<{ data: { proposal: { id: string } } }>().data;
const pathOf = (path: string) =>
  path
    .replace("tiers/{id}", "tiers/1")
    .replace("aggregators/{code}", "aggregators/sandbox")
    .replace("approvals/{id}", `approvals/${proposal.id}`)
    .replaceAll(/\{\w+\}/g, () => newId());
const accessRefusals = [unknown, forbidden, noFactor, old];
/** Which refusal of access it is, or that none was given; what is refused behind that is another matter. */
const answerOf = ({ status, text }: ApiResponse): string =>
  `${status} ${status < 400 ? "" : (JSON.parse(text) as { code: string }).code}`;
const accessGiven = (response: ApiResponse): string => {
  expect(response.status).toBeLessThan(500);
  expect(response.status).not.toBe(429);
  const answer = answerOf(response);
  return accessRefusals.find((each) => each === answer) ?? isOpen;
};
const typedKeys = <Key extends string>(of: Readonly<Record<Key, unknown>>) =>
  Object.keys(of) as Key[];
const requests: readonly RequestDefinition[] = [
  ...identityRequests,
  ...transactionsRequests,
  ...paymentsRequests,
  ...payoutsRequests,
];

async function whatHappens(operationId: string, token: string | undefined): Promise<string> {
  const operation = operations.get(operationId);
  if (operation === undefined) throw new Error(`There is no ${operationId}`);
  const body = staffActs[operationId]?.body;
  const response = await world.api.call(operation.method, pathOf(operation.path), {
    ...(token !== undefined && { token }),
    ...(body !== undefined && { body }),
  });
  return accessGiven(response);
}

describe("who may use which operation", () => {
  it("is said of every operation of the document", async () => {
    await world.api.call("PATCH", `/api/v1/users/${claimsOf(suspended.token).sub}`, {
      token: admin.token,
      body: { active: false, reason: "for this table" },
    });
    const guarded = [...operations].filter(([, { isPublic }]) => !isPublic).map(([id]) => id);
    for (const operationId of guarded) {
      for (const who of ["nobody", "suspended"] as const) {
        expect([operationId, who, await whatHappens(operationId, tokens[who])]).toEqual([
          operationId,
          who,
          unknown,
        ]);
      }
    }
    const ofStaff = [...operations].filter(([, { isOfStaff }]) => isOfStaff).map(([id]) => id);
    expect(ofStaff.toSorted()).toEqual(Object.keys(staffActs).toSorted());
  });

  it.each(["user", "unproven", "stale", "admin"] as const)("of the staff's, to %s", async (who) => {
    const found: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const [operationId, { act }] of Object.entries(staffActs)) {
      const access = table[act][who];
      if (access === undefined) continue;
      found[operationId] = await whatHappens(operationId, tokens[who]);
      expected[operationId] = access;
    }
    expect(found).toEqual(expected);
  });

  it("takes two for a price: who proposed it cannot approve it, another one can", async () => {
    const sellRate = async () =>
      (await world.api.call("GET", "/api/v1/rates")).json<{ data: { sell: number } }>().data.sell;
    const before = await sellRate();
    await decideByTwo(world, [admin.token, other.token], {
      method: "PUT",
      path: "/api/v1/rates",
      body: { spread_sell: 150 },
    });
    expect(await sellRate()).toBeGreaterThan(before);
  });

  const two = actsOfTwo(world, [admin.token, other.token], { person: user, machine });

  it.each(Object.keys(two))(
    "takes two, of whom neither may be anybody else: %s",
    async (operationId) => {
      const waiting = await two[operationId]?.();
      if (waiting === undefined) throw new Error(operationId);
      const approve = async (token: string | undefined) => {
        const { path, body } = waiting;
        const response = await world.api.call("POST", path, { ...(token && { token }), body });
        return response.status < 400 ? isOpen : answerOf(response);
      };
      const found: Record<string, string> = {};
      for (const who of typedKeys(tokens)) found[who] = await approve(tokens[who]);
      expect(found).toEqual({
        nobody: unknown,
        suspended: unknown,
        user: forbidden,
        unproven: noFactor,
        stale: old,
        admin: own,
      });
      for (const _twice of [1, 2]) expect(await approve(other.token)).toBe(isOpen);
    },
  );

  it("of all acts on money takes two but of those that decide what two agree on, or only protect or give back", () => {
    const ofMoney = Object.entries(staffActs).filter(([, { act }]) => act === "money");
    const decides = ["approveProposal", "rejectProposal", "withdrawOwnProposal", "approveVerdict"];
    const alone = ["rejectKyc", "resolveReview"];
    const known = [...Object.keys(two), ...decides, ...alone];
    expect(ofMoney.map(([operationId]) => operationId).toSorted()).toEqual(known.toSorted());
  });

  it("is for no gateway that shows no proof, whatever the staff's request is", async () => {
    const ofStaff = requests.filter(({ staff }) => staff !== undefined);
    const results = await Promise.all(
      ofStaff.map(async (definition) => {
        const context = { correlationId: "no proof", causationId: newId<string>() };
        const result = await world.messaging.request(definition, {}, { context });
        const code = result.kind === "refused" ? result.refusal.code : result.kind;
        return `${definition.service}.${definition.name}: ${code}`;
      }),
    );
    expect(results.filter((each) => !each.endsWith(": forbidden"))).toEqual([]);
    expect(results.length).toBeGreaterThan(40);
  });

  it("is no question of the role alone: a service client looks, and decides nothing of an admin's", async () => {
    await beServiceClient(client.accountId);
    const token = await logIn(world.api, client);
    await inIdentity("update sessions set second_factor_at = now() where session_id = $1", [
      sessionOf(token),
    ]);
    const found: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const [operationId, { act, access }] of Object.entries(staffActs)) {
      if (act === "own") continue;
      found[operationId] = await whatHappens(operationId, token);
      expected[operationId] = access === "staff" ? isOpen : forbidden;
    }
    expect(found).toEqual(expected);
  });

  it.each([
    ["every scope", KeyScope.options],
    ["the scope of one operation", ["listUsers"] as const],
  ])("is for a program what its key names: %s", async (_what, scopes) => {
    const made = await world.api.call("POST", "/api/v1/api-keys", {
      token: admin.token,
      body: {
        user_id: client.accountId,
        scopes,
        networks: ["127.0.0.1", "::1"],
        requests_per_minute: 120,
        ...(scopes.length > 1 && { open_transactions_max: 1, monthly_limit: 1_000 }),
        expires_in_days: 1,
        reason: "for this table",
      },
    });
    const { key, proposal } = made.json<{ data: { key: string; proposal: WaitingProposal } }>()
      .data;
    await approveByOther(world.api, [admin.token, other.token], proposal);
    const found: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const [operationId, { isPublic }] of operations) {
      if (isPublic) continue;
      found[operationId] = await whatHappens(operationId, key);
      expected[operationId] = scopes.some((each) => each === operationId) ? isOpen : forbidden;
    }
    expect(found).toEqual(expected);
  });
});
