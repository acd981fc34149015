import { createHash, randomBytes, randomInt } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { type PublishingService, publishingServices, streamName } from "@sanu/contracts";
import { composeAdmins } from "@sanu/identity";
import type { AccountId } from "@sanu/kernel";
import { startTraceView, type TraceView } from "@sanu/local-stack";
import { createLogger, deleteExpired, sealedRecordsRetention } from "@sanu/platform";
import {
  type ApiResponse,
  eventually,
  readCode,
  readyStaff,
  testSealingKey,
  type World,
} from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { namesNobody, ownColumnsOfNobody } from "./columns-of-nobody.ts";
import { erase } from "./erase.ts";
import { handIn } from "./hand-in.ts";
import { decideByTwo, logInAsAdmin } from "./staff.ts";
import { startSanu } from "./start-world.ts";

const page = readFileSync(new URL("../../docs/personal-data.md", import.meta.url), "utf8");
/** `identity account_contacts.name`, as the page lists it. */
const listed = [...page.matchAll(/^\| (\w+) \| `(\w+\.\w+)` \|/gm)].map(
  ([, service = "", column = ""]) => `${service} ${column}`,
);
/** Secrets of development systems, which the page names apart. */
const apart = "identity generated_secrets.value";

/** Columns of the page that are empty here, and the tests that fill and empty them. */
const untried: Readonly<Record<string, string>> = {
  "identity code_requests.email": "services/identity/src/credentials/otp/code-requests.int.test.ts",
  "identity mails_to_send.code": "services/identity/src/mail/mail-queue.int.test.ts",
  "identity second_factors.credential_id":
    "services/identity/src/handlers/second-factors/second-factors.int.test.ts",
  "identity second_factors.public_key":
    "services/identity/src/handlers/second-factors/second-factors.int.test.ts",
  "payments attempts.payload": "services/payments/src/erasure.int.test.ts",
  // Our sandbox names no payers.
  "payments payers_alone.payer_number": "services/payments/src/payer-numbers.int.test.ts",
  "payments payment_private.payer_number": "services/payments/src/payer-numbers.int.test.ts",
  "payouts attempts.payload": "services/payouts/src/disbursement.int.test.ts",
  "transactions case_evidence.decision_reason":
    "services/transactions/src/personal-data/erasure.int.test.ts",
  "transactions case_evidence.evidence":
    "services/transactions/src/personal-data/erasure.int.test.ts",
  "transactions client_orders.client_reference":
    "services/transactions/src/personal-data/erasure.int.test.ts",
  "transactions failed_payouts.number":
    "services/transactions/src/personal-data/erasure.int.test.ts",
  "transactions failed_payouts.receiver":
    "services/transactions/src/personal-data/erasure.int.test.ts",
  "transactions number_prompts.number":
    "services/transactions/src/personal-data/erasure.int.test.ts",
  "transactions review_resolutions.reason":
    "services/transactions/src/personal-data/erasure.int.test.ts",
  "transactions transaction_private.payer_number":
    "services/transactions/src/personal-data/erasure.int.test.ts",
  "transactions transaction_private.refund_invoice":
    "services/transactions/src/personal-data/erasure.int.test.ts",
};

interface Column {
  readonly service: PublishingService;
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

const mark = () => `canary${randomBytes(5).toString("hex")}`;
const marks = {
  name: mark(),
  email: mark(),
  password: mark(),
  handle: mark(),
  document: mark(),
  documentNumber: mark(),
  receiver: mark(),
  saved: mark(),
  label: mark(),
  reason: mark(),
  review: mark(),
  seller: mark(),
  waiting: mark(),
  waitingName: mark(),
  // What a client made of anything, which services keep only where it says nothing.
  key: mark(),
  request: mark(),
  waitingWhatsapp: `+2217${randomInt(10_000_000, 100_000_000)}`,
  sellersNumber: `+22901902${randomInt(10, 100)}700`,
  payer: `+22901900${randomInt(10, 100)}789`,
  savedNumber: `+22901901${randomInt(10, 100)}789`,
  whatsapp: `+2217${randomInt(10_000_000, 100_000_000)}`,
};

const key = await testSealingKey();

/** What is kept of the key while the person is there. */
const keyHash = createHash("sha256").update(marks.key).digest("hex");
const waitingEmail = `${marks.waiting}@example.org`;
/** On a machine with much else to do; a failure is told then, and not before. */
const completedWithinMs = 30_000;
const adminsEmail = `a${marks.email}@example.org`;

/** Tries deploy/runbooks/personal-data.md. */
describe("personal data", () => {
  let world: World;
  let view: TraceView;
  let person: { readonly userId: string; readonly email: string; readonly token: string };
  const lines: string[] = [];
  const found = new Map<string, string>(Object.entries(marks));

  beforeAll(async () => {
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = createLogger({ service: "world", level: "debug", destination });
    view = await startTraceView();
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: view.url, OTEL_TRACES_SAMPLER_ARG: "1" };
    // Its sale reads the invoice in the answer to its order.
    const settings = { SEALING_PUBLIC_KEY: key.publicKey, LINK_WAIT_MS: "30000", ...traced };
    world = await startSanu({ logger, settings });
    await live();
    await world.settled();
  });
  afterAll(() => world.stop());
  afterAll(() => view.stop());

  const call = (
    method: "GET" | "POST" | "PATCH" | "PUT",
    path: string,
    body?: unknown,
    token?: string,
  ) =>
    world.api.call(method, `/api/v1/${path}`, {
      headers: { "idempotency-key": marks.key, "x-request-id": marks.request },
      ...(body === undefined ? {} : { body }),
      ...(token === undefined ? {} : { token }),
    });
  const logIn = async (email: string, password: string): Promise<string> => {
    const response = await call("POST", "auth/login", { email, password });
    if (response.status !== 200) throw new Error(`login: ${response.text}`);
    return response.json<{ data: { token: string } }>().data.token;
  };

  /** Registers, proves, hands in documents, is judged, saves, buys, sells, forgets, and stands on the waitlist. */
  const live = async (): Promise<void> => {
    const { name, password, whatsapp } = marks;
    const email = `${marks.email}@example.org`;
    const registered = await call("POST", "auth/register", { name, email, password, whatsapp });
    const userId = registered.json<{ user_id: string }>().user_id;
    const code = await readCode(world.mail, email);
    await call("POST", "auth/verify-otp", { user_id: userId, code });
    const token = await logIn(email, password);
    found.set("a code", code).set("a token", token);
    await call("PATCH", "auth/me", { address: marks.handle }, token);
    await call("POST", "waitlist/create", { email, name });
    await wait();
    const { documentNumber: documentId, document: content, name: file } = marks;
    await handIn(world, token, { number: documentId, content, name: file });
    await judge(userId);
    await save(token);
    const bought = await call(
      "POST",
      "transactions/create",
      {
        amount: 5_000,
        type: "BUY_BITCOIN",
        receiver_address: `${marks.receiver}@wallet.example`,
        number: marks.payer,
      },
      token,
    );
    if (bought.status !== 201) throw new Error(`create: ${bought.text}`);
    const ordered = await call(
      "POST",
      "orders",
      {
        amount: 5_000,
        type: "BUY_BITCOIN",
        receiver_address: `${marks.receiver}@wallet.example`,
        number: marks.payer,
        every: "month",
      },
      token,
    );
    if (ordered.status !== 201) throw new Error(`orders: ${ordered.text}`);
    const quoted = await call("POST", "quotes", { amount: 5_000, type: "BUY_BITCOIN" }, token);
    expect(quoted.status).toBe(201);
    await sell(token);
    await requestReset(email);
    await eventually(
      "both orders are completed",
      async () => {
        const done = await call("GET", "transactions?status=COMPLETED", undefined, token);
        return done.json<{ transactions: unknown[] }>().transactions.length === 2;
      },
      completedWithinMs,
    );
    person = { userId, email, token };
  };
  /** Somebody else, without an account. */
  const wait = async (): Promise<void> => {
    const { waitingName: name, waitingWhatsapp: whatsapp } = marks;
    const waiting = { email: waitingEmail, name, whatsapp, country: "BJ" };
    const joined = await call("POST", "waitlist/create", waiting);
    expect(joined.status).toBe(201);
  };
  /** A sale whose invoice is paid: what is open would keep its person from being erased. */
  const sell = async (token: string): Promise<void> => {
    const receiver_address = `${marks.seller}@wallet.example`;
    const order = { amount: 5_000, type: "SELL_BITCOIN", receiver_address };
    const body = { ...order, number: marks.sellersNumber };
    const headers = { "idempotency-key": `${marks.key}-sale` };
    const sold = await world.api.call("POST", "/api/v1/transactions/create", {
      token,
      body,
      headers,
    });
    if (sold.status !== 201) throw new Error(`create: ${sold.text}`);
    const { invoice } = sold.json<{ invoice: string }>();
    found.set("an invoice", invoice);
    const paid = await fetch(`${world.sandbox.url}/control/invoice-payments`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ invoice }),
    });
    expect(paid.status).toBe(204);
  };
  const requestReset = async (email: string): Promise<void> => {
    const reset = () => call("POST", "auth/password/reset-request", { email });
    found.set("a reset code", (await codeAfter(email, reset)).code);
  };
  /** The code of the next mail to an address, and the answer that made us send it. */
  const codeAfter = async (email: string, cause: () => Promise<ApiResponse>) => {
    const before = world.mail.mails(email).length;
    const response = await cause();
    expect(response.status).toBeLessThan(300);
    return { response, code: await readCode(world.mail, email, before) };
  };
  const save = async (token: string): Promise<void> => {
    const { saved, label, savedNumber: number } = marks;
    const receivers = [{ receiver_address: `${saved}@wallet.example`, label }];
    const responses = [
      await call("PUT", "wallet/receivers", { receivers }, token),
      await call("PUT", "wallet/numbers", { numbers: [{ number, label }] }, token),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  };
  const judge = async (userId: string): Promise<void> => {
    const admins = await composeAdmins(world.environment["IDENTITY_DATABASE_URL"] ?? "");
    const admin = { email: adminsEmail, password: marks.password };
    const rest = { name: "Admin", country: "BJ", language: "fr", reason: marks.reason } as const;
    await admins.create({ ...admin, ...rest });
    await admins.close();
    const { token, secret, recoveryCodes } = await readyStaff(world.api, admin);
    found.set("key of an app", secret).set("recovery code", recoveryCodes[0] ?? "");
    const queue = await call("GET", "kyc/submissions", undefined, token);
    const [submission] = queue.json<{ submissions: { id: string }[] }>().submissions;
    const { reason, review } = marks;
    const approval = `kyc/submissions/${submission?.id}/approve`;
    const approved = await call("POST", approval, { reason: review }, token);
    expect(approved.status).toBe(200);
    const searched = await call("GET", `users?search=${marks.name}`, undefined, token);
    expect(searched.json()).toMatchObject({ users: [{ id: userId }] });
    const staff = [token, await logInAsAdmin(world)] as const;
    const path = `/api/v1/users/${userId}`;
    await decideByTwo(world, staff, { method: "PATCH", path, body: { tier: 3, reason } });
  };

  /** All but the numbers of Postgres's transactions, of which one may be the same as a code by chance. */
  const columns = async (): Promise<readonly Column[]> => {
    const text = `select table_name as "table", column_name as "column", data_type as type
      from information_schema.columns where table_schema = 'public' and data_type <> 'xid8'`;
    const all = await Promise.all(
      publishingServices.map(async (service) => {
        const rows = await world.databases[service].query<Omit<Column, "service">>(
          CompiledQuery.raw(text),
        );
        return rows.map((row) => ({ ...row, service }));
      }),
    );
    return all.flat();
  };
  const nameOf = ({ service, table, column }: Column) => `${service} ${table}.${column}`;
  const textOf = async ({ service, table, column, type }: Column): Promise<string> => {
    // Bytes as text, with what is no letter escaped.
    const value = type === "bytea" ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const text = `select coalesce(string_agg(${value}, ' '), '') as text from "${table}"`;
    const [row] = await world.databases[service].query<{ text: string }>(CompiledQuery.raw(text));
    return row?.text ?? "";
  };
  const edgeOf = (value: string) => (/^\d{6}$/.test(value) ? "\\w" : "\\d");
  const shownIn = (place: string, text: string) =>
    [...found].flatMap(([what, value]) =>
      // A code is no part of a longer number or of an id, and not the fraction of a second.
      new RegExp(
        `(?<![${edgeOf(value)}.])${value.replaceAll(/[.+]/g, "\\$&")}(?![${edgeOf(value)}])`,
      ).test(text)
        ? [`${place} shows ${what}`]
        : [],
    );

  it("stands in columns that exist, each of which the page names once", async () => {
    const known = (await columns()).map(nameOf);

    expect(listed.length).toBeGreaterThan(20);
    expect(listed.filter((name) => !known.includes(name))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it("stands in no column of which nobody ever said whom it names", async () => {
    const all = await columns();
    // Numbers, moments and random ids say nothing by themselves.
    const ofWords = all.filter(({ type }) => /^(text|ARRAY|jsonb|bytea|inet|cidr)$/.test(type));
    const unsaid = ofWords.filter((each) => {
      const { service, table, column } = each;
      return !listed.includes(nameOf(each)) && !namesNobody(service, `${table}.${column}`);
    });
    expect(unsaid.map(nameOf)).toEqual([]);
    const known = all.map(nameOf);
    const twice = ownColumnsOfNobody.filter((name) => listed.includes(name));
    expect([...twice, ...ownColumnsOfNobody.filter((name) => !known.includes(name))]).toEqual([]);
  });

  it("is kept in every column of the page, so that what follows tries each", async () => {
    const empty: string[] = [];
    for (const each of (await columns()).filter((one) => listed.includes(nameOf(one)))) {
      if ((await textOf(each)) === "") empty.push(nameOf(each));
    }
    expect(empty.toSorted()).toEqual(Object.keys(untried).toSorted());
    const isThere = (path: string) => existsSync(new URL(`../../${path}`, import.meta.url));
    expect(Object.values(untried).filter((path) => !isThere(path))).toEqual([]);
  });

  it("is found where the page says, so that the search would find it elsewhere", async () => {
    const all = await columns();
    const names = [
      "identity account_contacts.name",
      "identity admin_actions.reason",
      "identity waitlist.email",
      "transactions transaction_private.receiver",
      "transactions transaction_private.invoice",
      "transactions wallet_entries.saved_text",
      "transactions wallet_entries.label",
    ];
    for (const name of names) {
      const column = all.find((each) => nameOf(each) === name);
      if (column === undefined) throw new Error(`There is no ${name}`);
      expect(shownIn(name, await textOf(column))).not.toEqual([]);
    }
  });

  it("is found as the hash of a key, of orders and of a quote", async () => {
    const keys = await world.databases.transactions.query<{ scope: string }>(
      CompiledQuery.raw("select scope from idempotency_keys where key = $1 order by scope", [
        keyHash,
      ]),
    );
    expect(keys).toEqual([
      { scope: `${person.userId} POST /api/v1/orders` },
      { scope: `${person.userId} POST /api/v1/quotes` },
      { scope: `${person.userId} POST /api/v1/transactions/create` },
    ]);
  });

  it("is in no other column of any database", async () => {
    const others = (await columns()).filter((each) => {
      const name = nameOf(each);
      return !listed.includes(name) && name !== apart;
    });
    const shown: string[] = [];
    // One after the other: all at once wait longer for a connection than anybody may.
    for (const each of others) shown.push(...shownIn(nameOf(each), await textOf(each)));

    expect(others.length).toBeGreaterThan(100);
    expect(shown).toEqual([]);
  });

  it("is in no stream, no log and no trace", async () => {
    const texts = await Promise.all(publishingServices.map(readStream));
    const linesWritten = () => lines.join("").split("\n").length;
    await eventually("the log is written", () => linesWritten() > 10);

    expect(texts.join("")).toContain("AccountTierChanged");
    expect(shownIn("the streams", texts.join(" "))).toEqual([]);
    expect(shownIn("the log", lines.join(" "))).toEqual([]);
    const traces = await eventually("the traces are sent", () => {
      const all = JSON.stringify(view.store.list());
      const sent = ["POST /api/v1/auth/register", "process sanu.transactions.TransactionPaid.v1"];
      return sent.every((name) => all.includes(name)) && all;
    });
    expect(shownIn("the traces", traces)).toEqual([]);
  });

  describe("of people who were erased", () => {
    let before: readonly string[];

    beforeAll(async () => {
      before = await totals();
      found.set("the hash of a key", keyHash);
      const { token, email } = person;
      const again = await call("POST", "auth/regenerate-otp", { email });
      expect(again.status).toBe(200);
      const refused = await call("POST", "auth/erase", { password: "not it" }, token);
      expect(refused.json()).toMatchObject({
        status: 422,
        errors: { password: [expect.any(String)] },
      });
      const erased = await erase(world, { token, password: marks.password });
      expect(erased.json()).toMatchObject({
        success: true,
        message: expect.stringContaining("scellé") as string,
        data: { erased: true, sealed: { what: ["identity", "documents", "transactions"] } },
      });
      const staff = [await logInAsAdmin(world), await logInAsAdmin(world)] as const;
      const listed = await call("GET", `users?search=${adminsEmail}`, undefined, staff[0]);
      const [admin] = listed.json<{ users: readonly { id: string }[] }>().users;
      const path = `/api/v1/users/${admin?.id}/erase`;
      const body = { reason: marks.reason };
      await decideByTwo(world, staff, { method: "POST", path, body });
      const admins = await composeAdmins(world.environment["IDENTITY_DATABASE_URL"] ?? "");
      await eventually("the account that two decided about is gone", async () => {
        return (await admins.erase(adminsEmail)).outcome === "unknown-account";
      });
      expect(await admins.erase(waitingEmail)).toEqual({ outcome: "left-waitlist" });
      await admins.close();
      await world.settled();
      await eventually("all of them are told", async () => {
        const left = CompiledQuery.raw("select from farewells");
        return (await world.databases.identity.query(left)).length === 0;
      });
    });

    it("is in no column, no stream and no log", async () => {
      const all = await columns();
      const shown = await Promise.all(
        all.map(async (each) => shownIn(nameOf(each), await textOf(each))),
      );
      expect(shown.flat()).toEqual([]);
      const texts = await Promise.all(publishingServices.map(readStream));
      expect(texts.join("")).toContain("AccountErased");
      expect(shownIn("the streams", texts.join(" "))).toEqual([]);
      expect(shownIn("the log", lines.join(" "))).toEqual([]);
    });

    it("is what two people together open of what is sealed, until its term ends", async () => {
      const accountId = person.userId as AccountId;
      const opened = await Promise.all(
        (["identity", "transactions"] as const).map(async (service) => {
          const records = await key.recordsOf(world.databases[service], accountId);
          const all = records.map((record) => key.open(service, record));
          return (await Promise.all(all)).join(" ");
        }),
      );
      const { name, email, whatsapp, handle, document, documentNumber } = marks;
      for (const mark of [name, email, whatsapp, handle, document, documentNumber]) {
        expect(opened[0]).toContain(mark);
      }
      for (const mark of [marks.receiver, marks.payer, marks.seller, marks.sellersNumber]) {
        expect(opened[1]).toContain(mark);
      }
      for (const service of ["identity", "transactions"] as const) {
        const database = world.databases[service];
        const [record] = await key.recordsOf(database, accountId);
        await deleteExpired(database, sealedRecordsRetention, record?.keepUntil);
        expect(await key.recordsOf(database, accountId)).toEqual([]);
      }
    });

    it("leaves every order, month and book as it was", async () => {
      expect(await totals()).toEqual(before);
      await world.expectBooksToBalance();
    });

    it("opens nothing any more: no token, no password, no staging header", async () => {
      const { token, email, userId } = person;
      await eventually("the token is refused", async () => {
        return (await call("GET", "auth/me", undefined, token)).status === 401;
      });
      const login = await call("POST", "auth/login", { email, password: marks.password });
      expect(login.status).toBe(401);
      const headers = { "x-staging-user-id": userId };
      expect((await world.api.call("GET", "/api/v1/auth/me", { headers })).status).toBe(401);
    });

    it("leaves the address to another account", async () => {
      const { email, userId } = person;
      const { name, password } = marks;
      const register = () => call("POST", "auth/register", { name, email, password });
      const { response: registered, code } = await codeAfter(email, register);
      const { user_id: otherId } = registered.json<{ user_id: string }>();
      expect(otherId).not.toBe(userId);
      const verified = await call("POST", "auth/verify-otp", { user_id: otherId, code });
      expect(verified.status).toBe(200);
      const list = await call("GET", "transactions", undefined, await logIn(email, password));
      expect(list.json()).toMatchObject({ transactions: [] });
    });
  });

  /** What must not change when a person goes: every row about orders, months and money, as text. */
  const totals = (): Promise<readonly string[]> =>
    Promise.all(
      [
        ["transactions", "transaction_list"],
        ["transactions", "transaction_detail"],
        ["transactions", "flashback"],
        ["transactions", "allowances"],
        ["payments", "attempts"],
        ["payouts", "attempts"],
        ["payments", "events"],
        ["payouts", "events"],
      ].map(async ([service = "", table = ""]) => {
        const text = `select coalesce(string_agg(each::text, ' ' order by each::text), '') as text from ${table} as each`;
        const [row] = await world.databases[service as PublishingService].query<{ text: string }>(
          CompiledQuery.raw(text),
        );
        expect(row?.text).not.toBe("");
        return row?.text ?? "";
      }),
    );

  /** Every message of a stream with its subject and headers. */
  const readStream = async (service: PublishingService): Promise<string> => {
    const { connection, namespace } = world.messaging;
    const subject = `$JS.API.STREAM.MSG.GET.${streamName(namespace, service)}`;
    const texts: string[] = [];
    for (let seq = 1; ; seq += 1) {
      const response = (await connection.request(subject, JSON.stringify({ seq }))).json<{
        message?: { subject: string; data?: string; hdrs?: string };
      }>();
      if (response.message === undefined) return texts.join(" ");
      const { data = "", hdrs = "" } = response.message;
      const decoded = [data, hdrs].map((part) => Buffer.from(part, "base64").toString());
      texts.push(response.message.subject, ...decoded);
    }
  };
});
