import {
  AccountClosed,
  AccountClosingRefused,
  AccountErased,
  AccountErasureRequested,
  ChangeUser,
  CheckSession,
  DeactivateAccount,
  EraseAccount,
  FindPrincipal,
  GetMe,
  JoinWaitlist,
  LogIn,
  RequestCode,
  type RequestInput,
} from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { collectFacts, eventually, startFactSource } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { composeAdmins } from "../compose-admins.ts";
import { activated, type Person, person, registered, startIdentity } from "../identity.fixture.ts";
import { erasurePlan } from "./erasure-plan.ts";

interface ErasureRequested {
  readonly accountId: AccountId;
  readonly erasureId: string;
}

const identity = await startIdentity();
const transactions = await startFactSource("transactions", identity.gateway);
const requested = collectFacts(identity.gateway, AccountErasureRequested);

afterAll(async () => {
  await transactions.stop();
  await identity.stop();
});

describe("the erasure of a person", () => {
  const requestOf = (accountId: AccountId, count = 1): Promise<ErasureRequested> =>
    eventually("transactions receives the request", () => {
      const own = (requested as readonly ErasureRequested[]).filter(
        (request) => request.accountId === accountId,
      );
      return own.length === count && own.at(-1);
    });
  const closed = ({ accountId, erasureId }: ErasureRequested) =>
    transactions.publish(AccountClosed, accountId, {
      accountId,
      erasureId,
      closedAt: identity.clock.now(),
    });
  const refused = ({ accountId, erasureId }: ErasureRequested) =>
    transactions.publish(AccountClosingRefused, accountId, {
      accountId,
      erasureId,
      open: ["transaction"],
      refusedAt: identity.clock.now(),
    });
  /** Asks, under the same command again while the outcome is not known yet. */
  const erase = (accountId: AccountId, { password }: Person, commandId: string = newId()) =>
    eventually("the erasure is decided", async () => {
      const result = await identity.request(EraseAccount, { accountId, password }, commandId);
      return (result.kind !== "replied" || result.data.isErased) && result;
    });
  const eventsOf = async (accountId: AccountId) => {
    const rows = await identity.database.query<{ type: string }>(
      CompiledQuery.raw(
        "select event_type as type from events where stream_id = $1 order by version",
        [accountId],
      ),
    );
    return rows.map(({ type }) => type);
  };
  /** How often a text stands in the columns that an erasure empties. */
  const countOf = async (text: string): Promise<number> => {
    const columns = erasurePlan.steps.flatMap((step) => step.columns);
    expect(columns.length).toBeGreaterThan(15);
    const counts = await Promise.all(
      columns.map(async (name) => {
        const [table = "", column = ""] = name.split(".");
        const [row] = await identity.database.query<{ found: number }>(
          CompiledQuery.raw(
            `select count(*)::int as found from ${table} where position($1 in ${column}::text) > 0`,
            [text],
          ),
        );
        return row?.found ?? 0;
      }),
    );
    return counts.reduce((sum, found) => sum + found, 0);
  };
  const logIn = async (who: Person) => {
    const result = await identity.request(LogIn, who);
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    return result.data;
  };
  const claimsOf = (token: string): { sid: string; jti: string } =>
    JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as never;

  it("deletes all of her, ends her tokens and is told, once nothing of hers is open", async () => {
    const who = person({ name: `Canary ${newId()}` });
    const accountId = await activated(identity, who);
    const pending = await registered(identity, person({ name: who.name }));
    await identity.database.query(
      CompiledQuery.raw("update account_contacts set email = $1 where account_id = $2", [
        who.email,
        pending,
      ]),
    );
    const nothing = { whatsapp: null, country: null, language: "fr" } as const;
    const idempotency = { key: "mine", bodyHash: "h" };
    const applicant = { email: who.email, name: who.name, idempotency, ...nothing };
    await identity.request(JoinWaitlist, applicant);
    const { sid, jti } = claimsOf((await logIn(who)).token);
    const received = collectFacts(identity.gateway, AccountErased);
    expect(await countOf(who.email)).toBeGreaterThan(2);

    const commandId = newId();
    const answer = erase(accountId, who, commandId);
    await closed(await requestOf(accountId));

    expect(await answer).toEqual({ kind: "replied", data: { isErased: true } });
    expect([await countOf(who.email), await countOf(who.name)]).toEqual([0, 0]);
    expect(await identity.request(CheckSession, { sessionId: sid, tokenId: jti })).toMatchObject({
      data: { isLive: false },
    });
    const revoked = await identity.database.query(
      CompiledQuery.raw("select from revocations where revoked_id = $1", [sid]),
    );
    expect(revoked).toHaveLength(1);
    await eventually("the others are told", () => received.length === 1);
    expect(received).toEqual([{ accountId, erasedAt: identity.clock.now() }]);
    expect(await identity.request(GetMe, { accountId })).toMatchObject({
      refusal: { code: "not-found" },
    });
    expect(await identity.request(FindPrincipal, { accountId })).toMatchObject({
      data: { principal: null },
    });
    expect(await identity.request(LogIn, who)).toMatchObject({
      refusal: { code: "invalid-credentials" },
    });
    // The answer got lost, and the gateway asks again.
    expect(await erase(accountId, who, commandId)).toEqual(await answer);
    expect(await eventsOf(accountId)).toEqual([
      "AccountRegistered",
      "AccountActivated",
      "ErasureRequested",
      "AccountErased",
    ]);
  });

  it("leaves the address to whoever registers it next, as another account", async () => {
    const who = person();
    const accountId = await activated(identity, who);
    const answer = erase(accountId, who);
    await closed(await requestOf(accountId));
    await answer;

    const next = await activated(identity, who);
    expect(next).not.toBe(accountId);
    expect((await logIn(who)).user).toMatchObject({ id: next });
    const late = { reason: "reset", userId: accountId, email: null } as const;
    await identity.request(RequestCode, late);
    expect(await eventsOf(accountId)).toContain("AccountErased");
  });

  it("is refused while something of hers is open, and can be asked for again", async () => {
    const who = person();
    const accountId = await activated(identity, who);
    const commandId = newId();
    const answer = erase(accountId, who, commandId);
    await refused(await requestOf(accountId));
    expect(await answer).toEqual({ kind: "refused", refusal: { code: "account-in-use" } });
    expect(await erase(accountId, who, commandId)).toEqual(await answer);
    expect(await identity.request(LogIn, who)).toMatchObject({ kind: "replied" });

    const second = erase(accountId, who);
    await closed(await requestOf(accountId, 2));
    expect(await second).toMatchObject({ data: { isErased: true } });
  });

  it("needs the password", async () => {
    const who = person();
    const accountId = await activated(identity, who);
    expect(await erase(accountId, { ...who, password: "not the password" })).toMatchObject({
      refusal: { code: "validation-failed", fields: { password: ["wrong-password"] } },
    });
    expect(await eventsOf(accountId)).not.toContain("ErasureRequested");
  });

  it("is refused to the last admin, and not to who was one before", async () => {
    const admins = await composeAdmins(identity.databaseUrl, identity.clock);
    const people = [person(), person(), person()] as const;
    const [last, former, other] = people;
    const [lastId, formerId, otherId] = await Promise.all([
      activated(identity, last),
      activated(identity, former),
      activated(identity, other),
    ]);
    for (const who of people) await admins.create({ ...who, reason: "canary" });
    const change = (accountId: AccountId, changes: Partial<RequestInput<typeof ChangeUser>>) => {
      const nothing = { role: null, isActive: null, kycTier: null };
      const request = { by: lastId, accountId, reason: "canary", ...nothing, ...changes };
      return identity.request(ChangeUser, request);
    };
    for (const id of [formerId, otherId]) await change(id, { role: "user" });
    expect(await erase(lastId, last)).toMatchObject({ refusal: { code: "last-admin" } });
    const atShell = admins.erase(last.email);
    await closed(await requestOf(lastId));
    expect(await atShell).toMatchObject({ outcome: "erased" });
    await admins.close();

    expect(await change(otherId, { isActive: false })).toMatchObject({ kind: "replied" });
    const { password } = former;
    const closing = identity.request(DeactivateAccount, { accountId: formerId, password });
    expect(await closing).toMatchObject({ kind: "replied" });
    const answer = erase(formerId, former);
    await closed(await requestOf(formerId));
    expect(await answer).toMatchObject({ data: { isErased: true } });
  });

  it("has one effect when the answer of transactions arrives twice, late or out of order", async () => {
    const handled = () =>
      identity.database.query(
        CompiledQuery.raw(
          "select from handled where reaction like 'identity.when-account-clos%'",
          [],
        ),
      );
    const who = person();
    const accountId = await activated(identity, who);
    const answer = erase(accountId, who);
    const request = await requestOf(accountId);
    const before = (await handled()).length;
    await closed(request);
    await closed(request);
    await refused(request);
    await answer;
    await eventually("all three are handled", async () => (await handled()).length === before + 3);
    const events = await eventsOf(accountId);
    expect(events.filter((type) => type === "AccountErased")).toHaveLength(1);
    expect(events).not.toContain("ErasureRefused");
  });

  it("that nobody asked for is parked, and deletes nobody", async () => {
    const who = person();
    const accountId = await activated(identity, who);
    await closed({ accountId, erasureId: newId() });
    await eventually("the fact is parked", async () => {
      const rows = await identity.database.query(
        CompiledQuery.raw("select from parked_facts where reason like 'ErasureNotRequested%'", []),
      );
      return rows.length > 0;
    });
    expect(await identity.request(LogIn, who)).toMatchObject({ kind: "replied" });
  });

  it("is also asked for at the shell, by address, whatever state the account is in", async () => {
    const who = person();
    const accountId = await registered(identity, who);
    const admins = await composeAdmins(identity.databaseUrl, identity.clock);
    const outcome = admins.erase(who.email.toUpperCase());
    await closed(await requestOf(accountId));

    expect(await outcome).toEqual({ accountId, outcome: "erased" });
    expect(await admins.erase(who.email)).toEqual({ outcome: "unknown-account" });
    await admins.close();
  });

  it("reaches who only stands on the waitlist, with the answers under her keys", async () => {
    const email = `canary.${newId()}@example.org`;
    const applicant = {
      email,
      name: "Canary",
      whatsapp: null,
      country: null,
      language: "fr",
    } as const;
    const join = (key: string) =>
      identity.request(JoinWaitlist, { ...applicant, idempotency: { key, bodyHash: "h" } });
    await join("one");
    expect(await countOf(email)).toBe(2);
    const admins = await composeAdmins(identity.databaseUrl, identity.clock);
    const joins = Promise.all(Array.from({ length: 10 }, (_each, index) => join(`${index}`)));
    expect(await admins.erase(email.toUpperCase())).toEqual({ outcome: "left-waitlist" });
    await joins;
    await admins.erase(email);

    expect(await countOf(email)).toBe(0);
    expect(await admins.erase(email)).toEqual({ outcome: "unknown-account" });
    await admins.close();
  });
});
