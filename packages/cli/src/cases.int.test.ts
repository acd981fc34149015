import { TransactionReviewRequested } from "@sanu/contracts";
import { instant, newId } from "@sanu/kernel";
import { applyStreams, connectNats, openDatabase } from "@sanu/platform";
import {
  createTestDatabase,
  eventually,
  startFactSource,
  testNamespace,
  testNatsUrl,
} from "@sanu/testing";
import { Command } from "commander";
import { CompiledQuery } from "kysely";
import { afterAll, expect, it } from "vitest";
import { addAdmin } from "./commands/admin.ts";
import { addCases } from "./commands/cases.ts";
import { sayingOf } from "./sayings.fixture.ts";
import { migrationsOf } from "./services.ts";

const transactions = await createTestDatabase("transactions", migrationsOf.transactions);
const identity = await createTestDatabase("identity", migrationsOf.identity);
const database = openDatabase({ url: transactions.url, poolMax: 2, applicationName: "test" });
process.env["TRANSACTIONS_DATABASE_URL"] = transactions.url;
process.env["IDENTITY_DATABASE_URL"] = identity.url;
process.env["NATS_URL"] = testNatsUrl();
process.env["NATS_NAMESPACE"] = testNamespace();
process.env["CASE_PROPOSAL_VALID_MS"] = "120000";
const query = <Row>(text: string, values: readonly unknown[]) =>
  database.query<Row>(CompiledQuery.raw(text, [...values]));

afterAll(async () => {
  await database.close();
  await transactions.drop();
  await identity.drop();
});

/** What the command says, with the password of who runs it. */
async function sanu(password: string, ...args: string[]): Promise<string> {
  process.env["SANU_ADMIN_PASSWORD"] = password;
  const program = new Command("sanu").exitOverride();
  addAdmin(program);
  addCases(program);
  return sayingOf(() => program.parseAsync(args, { from: "user" }));
}

/** Tries deploy/runbooks/cases.md. */
it("is decided at the shell by two admins, each with her own password", async () => {
  const [caseId, payoutId, transactionId] = [newId(), newId(), newId()];
  const at = "2026-11-22T10:00:00.000000Z";
  const subject = { kind: "payout", id: payoutId };
  const money = { currency: "SATS", amountSats: "16339" };
  const found = { caseId, kind: "outcome-unknown", subject, transactionId, money };
  const opened = { type: "CaseOpened", v: 1, ...found, since: at, openedAt: at };
  await query(
    `insert into events (log_epoch, stream_id, version, event_id, event_type, data, correlation_id, causation_id)
     select log_epoch, $1, 1, $2, 'CaseOpened', $3, 'test', 'test' from log_meta`,
    [caseId, newId(), JSON.stringify(opened)],
  );
  await query(
    `insert into cases (case_id, kind, status, subject_kind, subject_id, transaction_id, amount_sats, since, opened_at)
     values ($1, 'outcome-unknown', 'open', 'payout', $2, $3, 16339, $4, $4)`,
    [caseId, payoutId, transactionId, at],
  );
  expect(await sanu("", "cases", "list", "--cursor", "abc")).toContain(
    "--cursor abc is none that a page before said",
  );
  for (const name of ["ama", "kofi"]) {
    const made = await sanu(
      `password of ${name}`,
      "admin",
      "create",
      "--email",
      `${name}@example.org`,
    );
    expect(made).toContain("made ");
  }
  const ama = ["--by", "ama@example.org"];
  const kofi = ["--by", "kofi@example.org"];
  const why = ["--reason", "the desk said it to me too"];

  expect(await sanu("", "cases", "list", "--kind", "outcome-unknown")).toContain(
    `outcome-unknown open ${caseId} payout ${payoutId} 16339 SATS may: arrived|never`,
  );
  const said = ["--verdict", "never", "--evidence", "asked the desk"];
  expect(await sanu("password of kofi", "cases", "propose", caseId, ...ama, ...said)).toContain(
    "is no admin, or has another password",
  );
  const silent = [...said.slice(0, -1), " "];
  expect(await sanu("password of ama", "cases", "propose", caseId, ...ama, ...silent)).toContain(
    "It says nothing.",
  );
  const proposed = await sanu("password of ama", "cases", "propose", caseId, ...ama, ...said);
  const proposalId = / proposal ([0-9a-f-]{36}): never by /.exec(proposed)?.[1] ?? "";
  expect(proposalId).not.toBe("");
  const [proposal] = await query<{ validMs: number }>(
    `select extract(epoch from (data->>'expiresAt')::timestamptz - (data->>'proposedAt')::timestamptz)::float8 * 1000
       as "validMs" from events where event_type = 'CaseVerdictProposed'`,
    [],
  );
  expect(proposal?.validMs).toBe(120_000);
  expect(
    await sanu("password of ama", "cases", "approve", caseId, proposalId, ...ama, ...why),
  ).toContain("own-proposal: A proposal has to be approved by somebody else.");
  await sanu("password of abena", "admin", "create", "--email", "abena@example.org");
  const abena = ["--by", "abena@example.org"];
  expect(
    await sanu("password of abena", "cases", "approve", caseId, proposalId, ...abena, ...why),
  ).toContain("approver-too-new");
  expect(await sanu("password of kofi", "cases", "approve", caseId, proposalId, ...kofi)).toContain(
    "required option '--reason <text>' not specified",
  );
  expect(
    await sanu("password of kofi", "cases", "approve", caseId, proposalId, ...kofi, ...why),
  ).toContain(`outcome-unknown approved ${caseId}`);
  const shown = await sanu("", "cases", "show", caseId);
  expect(shown).toContain("CaseVerdictApproved");
  expect(shown).toContain(`seen (${proposalId}): asked the desk`);
  expect(shown).toContain(`approved (${proposalId}): the desk said it to me too`);
  const facts =
    "select public_type as type from events where stream_id = $1 and public_type is not null";
  expect(await query(facts, [caseId])).toEqual([{ type: "sanu.transactions.VerdictApproved.v1" }]);
});

it("lists all of them, page by page", async () => {
  await query(
    `insert into cases (case_id, kind, status, subject_kind, subject_id, since, opened_at)
     select gen_random_uuid(), 'statement-difference', 'open', 'rail-account', n::text, now(), now() + n * interval '1 ms'
     from generate_series(1, 101) as n`,
    [],
  );
  const list = (...more: string[]) =>
    sanu("", "cases", "list", "--kind", "statement-difference", ...more);
  const first = await list();
  const [, cursor = ""] = /^there is more: --cursor (\S+)$/m.exec(first) ?? [];
  expect(first.match(/ open /g)).toHaveLength(100);
  const last = await list("--cursor", cursor);
  expect(last.match(/ open /g)).toHaveLength(1);
  expect(last).not.toContain("there is more");
  for (const option of [
    ["--limit", "0"],
    ["--limit", "101"],
    ["--older-than", "87601"],
  ]) {
    expect(await list(...option)).toContain("It is no whole number from");
  }
  expect(await list("--older-than", "87600")).toBe("none\n");
});

it("says and decides nothing on a database that was put back to an earlier moment", async () => {
  const namespace = testNamespace();
  const url = testNatsUrl();
  await applyStreams({ url, namespace, replicas: 1 });
  const messaging = await connectNats({ url, name: "test", namespace });
  const lost = await startFactSource("transactions", messaging);
  const transactionId = newId<"TransactionId">();
  await lost.publish(TransactionReviewRequested, transactionId, {
    transactionId,
    reason: "outcome-unknown",
    requestedAt: instant("2026-11-22T10:00:00.000000Z"),
  });
  process.env["NATS_NAMESPACE"] = namespace;
  await eventually("the stream is ahead", async () =>
    (await sanu("", "cases", "list")).includes("belongs to log"),
  );
  const [caseId, proposalId] = [newId(), newId()];
  const decided = await sanu(
    "password of ama",
    "cases",
    "approve",
    caseId,
    proposalId,
    "--reason",
    "the same",
    "--by",
    "ama@example.org",
  );
  expect(decided).toContain("GateClosedError");
  await lost.stop();
  await messaging.close();
});
