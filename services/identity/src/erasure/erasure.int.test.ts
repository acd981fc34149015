import {
  AccountClosed,
  AccountClosingRefused,
  AccountErased,
  AccountErasureRequested,
  CheckSession,
  DeactivateAccount,
  DecideKyc,
  EraseAccount,
  FindPrincipal,
  GetMe,
  GetUser,
  JoinWaitlist,
  ListUsers,
  LogIn,
  RequestCode,
  SuspendUser,
} from "@sanu/contracts";
import { type AccountId, newId, plusMs } from "@sanu/kernel";
import {
  createLogger,
  createSealing,
  deleteExpired,
  sealedRecordsRetention,
  verifyAuditLog,
} from "@sanu/platform";
import { collectFacts, eventually, startFactSource, testSealingKey } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { composeAdmins } from "../compose-admins.ts";
import {
  approve,
  changeByTwo,
  hired,
  proposeAlone,
  withRoles,
} from "../handlers/admin/staff.fixture.ts";
import { activated, type Person, person, registered, startIdentity } from "../identity.fixture.ts";
import { readDocumentKeys } from "../kyc/document-keys.ts";
import { jpeg, pdf, staffMember, submittedBy } from "../kyc/kyc.fixture.ts";
import { mailLimits } from "../mail/mail-limits.ts";
import { textOf } from "../mail/mail-sink.fixture.ts";
import { erasurePlan } from "./erasure-plan.ts";
import { sealKeptByLaw } from "./kept-by-law.ts";

interface ErasureRequested {
  readonly accountId: AccountId;
  readonly erasureId: string;
}

const key = await testSealingKey();
const identity = await startIdentity({ SEALING_PUBLIC_KEY: key.publicKey });
const silentLogger = createLogger({ service: "identity", level: "silent" });
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
  const closed = ({ accountId, erasureId }: ErasureRequested, hasPaidTransactions = false) =>
    transactions.publish(AccountClosed, accountId, {
      accountId,
      erasureId,
      hasPaidTransactions,
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

  it("leaves what the staff did and saw of her, and nothing of her in it", async () => {
    const who = person({ name: `Canary ${newId()}` });
    const accountId = await activated(identity, who);
    const staff = [await hired(identity), await hired(identity)] as const;
    const anyone = { role: null, status: null, kycStatus: null, kycTier: null, country: null };
    const search = { ...anyone, search: who.email, cursor: null, limit: 10 };
    const change = { operation: "change-user", account_id: accountId, tier: 1 };
    expect((await identity.request(ListUsers, search)).kind).toBe("replied");
    expect((await identity.request(GetUser, { accountId })).kind).toBe("replied");
    const changed = await changeByTwo(identity, staff, change, { reason: who.name });
    expect(changed.kind).toBe("replied");
    for (const id of staff) await withRoles(identity, id, ["user"]);
    const erasing = erase(accountId, who);
    await closed(await requestOf(accountId));
    expect((await erasing).kind).toBe("replied");

    const entries = await identity.database.query<{ entry: string }>(
      CompiledQuery.raw("select entry from audit_log order by position"),
    );
    const about = entries.filter(({ entry }) => entry.includes(accountId));
    const parsed = about.map(({ entry }) => JSON.parse(entry) as { operation?: string });
    expect(parsed.flatMap(({ operation }) => operation ?? [])).toEqual([
      "identity.get-user",
      "identity.propose-change",
    ]);
    expect(about).toHaveLength(6);
    const text = JSON.stringify(entries);
    expect([who.name, who.email].filter((canary) => text.includes(canary))).toEqual([]);
    expect((await verifyAuditLog(identity.database)).brokenAt).toBeUndefined();
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
    for (const id of [formerId, otherId]) await withRoles(identity, id, ["user"]);
    expect(await erase(lastId, last)).toMatchObject({ refusal: { code: "last-admin" } });
    await admins.close();

    const suspended = { by: lastId, accountId: otherId, reason: "canary" };
    expect(await identity.request(SuspendUser, suspended)).toMatchObject({ kind: "replied" });
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

  it("is ordered by two of the staff with a reason, and by nobody alone, at the shell neither", async () => {
    const staff = [await hired(identity), await hired(identity)] as const;
    const [first, second] = staff;
    const who = person();
    const accountId = await activated(identity, who);
    const admins = await composeAdmins(identity.databaseUrl, identity.clock);
    expect(await admins.erase(who.email)).toEqual({ accountId, outcome: "proved" });
    await admins.close();
    const change = { operation: "erase-user", account_id: accountId };
    const own = { ...change, account_id: first };
    expect(await changeByTwo(identity, staff, own)).toMatchObject({
      refusal: { code: "forbidden" },
    });
    const reason = `canary.${newId()}`;
    const proposed = await proposeAlone(identity, first, change, { reason });
    if (proposed.kind !== "replied") throw new Error("not proposed");
    const { proposal } = proposed.data;
    expect(await approve(identity, first, proposal)).toMatchObject({
      refusal: { code: "own-proposal" },
    });
    expect(await eventsOf(accountId)).not.toContain("ErasureRequested");
    for (const _twice of [1, 2]) {
      expect(await approve(identity, second, proposal)).toMatchObject({
        data: { proposal: { status: "executed" } },
      });
    }
    const request = await requestOf(accountId);
    await refused(request);
    await eventually("the staff reads why not", async () => {
      const found = await identity.request(GetUser, { accountId });
      return found.kind === "replied" && found.data.user.erasure?.status === "REFUSED";
    });
    expect(await identity.request(GetUser, { accountId })).toMatchObject({
      data: { user: { erasure: { open: ["transaction"] }, rulings: [{ by: first, reason }] } },
    });
    expect(await countOf(reason)).toBe(2);
    expect(await changeByTwo(identity, staff, change)).toMatchObject({ kind: "replied" });
    await closed(await requestOf(accountId, 2));
    await eventually(
      "she is gone",
      async () => (await identity.request(GetUser, { accountId })).kind === "refused",
    );
    expect(await countOf(reason)).toBe(0);
  });

  it("is also asked for at the shell, by address, where nobody proved it", async () => {
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

  describe("leaves what the law obliges to keep, sealed", () => {
    const approve = (submissionId: string) =>
      identity.request(DecideKyc, { by: staffMember(), submissionId, kycTier: 2, reason: "seen" });
    const recordsOf = (accountId: AccountId) => key.recordsOf(identity.database, accountId);
    /** The last mail to an address, once her last row of the queue is gone. */
    const farewellTo = (email: string) =>
      eventually("she is told", async () => {
        const mails = identity.sink.mails.filter(({ to }) => to === email);
        const text = mails.map(textOf).find((each) => /supprim/.test(each));
        const left = await identity.database.query(CompiledQuery.raw("select from farewells"));
        return left.length === 0 && text;
      });
    const tenYearsMs = 3_653 * 86_400_000;

    it("who she was and what proved it, for two people together, until its term ends", async () => {
      const who = person({ name: "Awa Sealed", whatsapp: "+221770000042" });
      const accountId = await activated(identity, who);
      const documents = [pdf(600_000), jpeg(400)];
      const { submissionId } = await submittedBy(identity, accountId, documents);
      await approve(submissionId);
      const received = collectFacts(identity.gateway, AccountErased);
      const until = plusMs(identity.clock.now(), tenYearsMs);
      const answer = erase(accountId, who);
      const request = await requestOf(accountId);
      await closed(request, true);
      await closed(request, true);

      const sealed = { until, what: ["identity", "documents", "transactions"] };
      expect(await answer).toEqual({ kind: "replied", data: { isErased: true, sealed } });
      expect(await erase(accountId, who)).toEqual(await answer);
      await eventually("the others are told", () => received.length === 1);
      expect(received).toMatchObject([{ accountId, sealedUntil: until }]);
      const text = await farewellTo(who.email);
      expect(text).toMatch(/deux personnes/);
      expect(text).toContain(`${new Date(until).getUTCFullYear()}`);

      const records = await recordsOf(accountId);
      expect(records.map(({ kind }) => kind)).toEqual([...Array(4).fill("document"), "person"]);
      expect(records.every(({ keepUntil }) => keepUntil === until)).toBe(true);
      expect(records.some((one) => Buffer.from(one.sealed).includes(who.email))).toBe(false);
      const opened = await Promise.all(records.map((one) => key.open("identity", one)));
      expect(Buffer.concat(opened.slice(0, 3)).equals(documents[0] as Buffer)).toBe(true);
      expect(opened[3]?.equals(documents[1] as Buffer)).toBe(true);
      expect(JSON.parse(String(opened[4]))).toMatchObject({
        person: { name: who.name, email: who.email, whatsapp: who.whatsapp },
        documents: [{ documentKind: "PASSPORT", number: `P-${submissionId}`, submissionId }],
      });

      const { database } = identity;
      await deleteExpired(database, sealedRecordsRetention, plusMs(until, -1));
      expect(await recordsOf(accountId)).toHaveLength(5);
      await deleteExpired(database, sealedRecordsRetention, until);
      expect(await recordsOf(accountId)).toEqual([]);
    });

    it("and nothing of who neither paid nor proved anything, which she is told", async () => {
      const who = person({ language: "en" });
      const accountId = await activated(identity, who);
      await submittedBy(identity, accountId);
      const answer = erase(accountId, who);
      await closed(await requestOf(accountId));

      expect(await answer).toEqual({ kind: "replied", data: { isErased: true } });
      expect(await recordsOf(accountId)).toEqual([]);
      const mail = await eventually("she is told", () =>
        identity.sink.mails.find(({ to, source }) => to === who.email && /deleted/.test(source)),
      );
      expect(textOf(mail)).toContain("Nothing is kept");
    });

    it("tells her as soon as a mail server is there, and drops an address that it refuses for good", async () => {
      const who = person();
      const accountId = await activated(identity, who);
      await identity.sink.stop();
      const answer = erase(accountId, who);
      await closed(await requestOf(accountId));
      await answer;
      const waiting = (text: string) => () =>
        identity.database.query(CompiledQuery.raw(`select email from farewells where ${text}`));
      const tried = waiting("attempts > 0");
      expect(await eventually("it is tried", async () => (await tried()).length === 1)).toBe(true);
      await identity.database.query(
        CompiledQuery.raw(`insert into farewells (mail_id, account_id, email, language, created_at, next_attempt_at)
          select gen_random_uuid(), account_id, 'nobody.' || email, language, created_at, created_at from farewells`),
      );
      await identity.sink.start();
      identity.clock.advanceMs(mailLimits.longestNoticePauseMs);
      await eventually("no address is left", async () => (await waiting("true")()).length === 0);
      const mails = identity.sink.mails.filter(({ to }) => to.endsWith(who.email));
      expect(mails.filter((mail) => textOf(mail).includes("Rien n'est"))).toHaveLength(1);
    });

    it("keeps who she was where nobody says whether she paid", async () => {
      const who = person();
      const accountId = await activated(identity, who);
      const answer = erase(accountId, who);
      const { erasureId } = await requestOf(accountId);
      const closedAt = identity.clock.now();
      await transactions.publish(AccountClosed, accountId, { accountId, erasureId, closedAt });

      expect(await answer).toMatchObject({
        data: { sealed: { what: ["identity", "transactions"] } },
      });
      expect(await recordsOf(accountId)).toHaveLength(1);
    });

    it("looks again when a document is accepted between the look and the erasure", async () => {
      const who = person();
      const accountId = await activated(identity, who);
      const { submissionId } = await submittedBy(identity, accountId);
      const { database, clock } = identity;
      const stored = (
        await database.query<{ value: string }>(
          CompiledQuery.raw("select value from generated_secrets where name = 'document-key'"),
        )
      )[0];
      const keys = readDocumentKeys(stored?.value ?? "");
      const documentKeys = {
        load: () => Promise.resolve(),
        sealing: () => keys[0],
        find: () => keys[0],
      };
      const sealing = createSealing("identity", { publicKey: key.publicKey, logger: silentLogger });
      const terms = { hasPaidTransactions: true, until: clock.now() };
      const look = () => sealKeptByLaw({ database, documentKeys, sealing }, accountId, terms);
      const before = await look();
      await approve(submissionId);

      await expect(database.pipelined([...before.writes])).rejects.toMatchObject({
        constraint: "sealed_records_whole",
      });
      await database.pipelined([...(await look()).writes]);
      expect(await recordsOf(accountId)).toHaveLength(2);
    });
  });
});
