import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { PublishingService } from "@sanu/contracts";
import { systemClock } from "@sanu/kernel";
import type { Sandbox } from "@sanu/sandbox";
import { fairNowMs } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { acknowledgedSats } from "./client-journal.ts";
import type { Deal, Load } from "./load.ts";
import { isSale } from "./outcomes.ts";
import { personName } from "./people.ts";
import { saleSats } from "./sale-amounts.ts";
import type { SaleOrder } from "./sale-outcomes.ts";
import type { FaultSystem } from "./system.ts";

interface Run {
  readonly system: FaultSystem;
  readonly load: Load;
}

/** A violation, and words of the sentence in which the checker has to tell it. */
export interface PlantedFault {
  readonly what: string;
  readonly finding: string;
  readonly plant: (run: Run) => unknown;
}

const sql =
  (service: PublishingService, text: string) =>
  ({ system }: Run) =>
    system.databases[service].query(CompiledQuery.raw(text));

const oneOf = (type: string) =>
  `event_id = (select event_id from events where event_type = '${type}' order by position limit 1)`;

const logLine =
  (lineOf: (run: Run) => string) =>
  (run: Run): void =>
    appendFileSync(join(run.system.logsDir, "payouts.log"), `${lineOf(run)}\n`);

const money: readonly PlantedFault[] = [
  {
    what: "a payout that nobody ordered",
    finding: "7 sats went out that nobody was told of",
    plant: ({ system }) => settle(system, "7"),
  },
  {
    what: "a payout for a purchase that was never paid",
    finding: "was paid out before it was paid",
    plant: ({ system, load }) => settle(system, satsOf(load, "declines")),
  },
  {
    what: "a second payout beside one that settled",
    finding: "was under way",
    plant: ({ system, load }) => settle(system, satsOf(load, "pays at once")),
  },
  {
    what: "a settled send told twice by the node",
    finding: "was paid twice",
    plant: ({ system: { sandbox } }) => {
      for (const settled of sandbox.journal.ofKind("send-settled").slice(0, 1)) {
        sandbox.journal.record(settled);
      }
    },
  },
  {
    what: "XOF that were paid out to nobody's order",
    finding: "which is nobody's",
    plant: ({ system }) => disburse(system, crypto.randomUUID()),
  },
  {
    what: "XOF that were ordered twice",
    finding: "was paid out by",
    plant({ system }) {
      const key = crypto.randomUUID();
      disburse(system, key);
      disburse(system, key);
    },
  },
  {
    what: "a refund that we know nothing of",
    finding: "the refund nobodys-refund 9 XOF is 0 times in the log and 1 times outside",
    plant: ({ system: { sandbox } }) =>
      sandbox.journal.record({
        kind: "refund-settled",
        refundId: crypto.randomUUID(),
        key: "nobodys-refund",
        paymentId: crypto.randomUUID(),
        amountXof: "9",
      }),
  },
  {
    what: "a refund that came back and that we know nothing of",
    finding: "the refund of nobodys-reversal, 17 XOF, is 0 times booked and 1 times outside",
    plant: ({ system: { sandbox } }) =>
      sandbox.journal.record({
        kind: "refund-reversed",
        refundId: crypto.randomUUID(),
        key: "nobodys-reversal",
        amountXof: "17",
      }),
  },
  {
    what: "sats that were captured and that we know nothing of",
    finding: "the receipt nobodys-invoice 11 SATS is 0 times in the log and 1 times outside",
    plant: ({ system: { sandbox } }) =>
      sandbox.journal.record({
        kind: "invoice-captured",
        paymentHash: "nobodys-invoice",
        amountSats: "11",
      }),
  },
  {
    what: "a statement with a fee that we have not booked",
    finding: "the statement of collections has other-fee",
    plant: ({ system: { sandbox } }) => {
      const [one] = sandbox.journal.ofKind("money-received");
      if (one === undefined) throw new Error("Nothing was collected");
      sandbox.mistakes.add({ kind: "fee", reference: one.receiptId, by: 1n });
    },
  },
  {
    what: "a collection that nobody wanted",
    finding: "was collected that nobody was told of",
    plant: ({ system: { sandbox } }) => {
      const [one] = sandbox.journal.ofKind("payment-created");
      if (one !== undefined) sandbox.journal.record({ ...one, key: crypto.randomUUID() });
    },
  },
  {
    what: "a franc more in the log than came in",
    finding: "XOF is 1 times in the log and 0 times outside",
    plant: sql(
      "payments",
      `update events set data = jsonb_set(data, '{amountXof}', to_jsonb(((data->>'amountXof')::int + 1)::text))
       where ${oneOf("PaymentCompleted")}`,
    ),
  },
];

/** Behind what is planted about nobody's money, of which each is one, too. */
const sales: readonly PlantedFault[] = [
  {
    what: "a sale whose XOF were paid out twice",
    finding: "its XOF were paid out 2 times",
    plant: ({ system: { sandbox } }) => repeat(sandbox, "disbursement-settled"),
  },
  {
    what: "a sale whose XOF were paid out although its sats were never taken",
    finding: "its XOF were paid out before its sats were taken",
    plant: ({ system, load }) => {
      const sale = saleThat(load, { seller: "never pays" });
      disburse(system, crypto.randomUUID(), `${sale.amountXof}`);
    },
  },
  {
    what: "sats that were refunded although the XOF were paid out",
    finding: "its sats were given back although its XOF were paid out",
    plant: ({ system, load }) => {
      const sale = saleThat(load, { seller: "pays at once", wallet: "takes XOF at once" });
      settle(system, `${saleSats(sale.amountXof)}`);
    },
  },
  {
    what: "sats of a sale that were taken twice",
    finding: "its sats were taken 2 times",
    plant: ({ system: { sandbox } }) => repeat(sandbox, "invoice-captured"),
  },
  {
    what: "sats of a sale that were refunded twice",
    finding: "its sats were given back 2 times",
    plant: ({ system, load }) => {
      const sale = saleThat(load, {
        seller: "pays at once",
        wallet: "is not there",
        place: "gets sats back at once",
      });
      settle(system, `${saleSats(sale.amountXof)}`);
    },
  },
  {
    what: "sats that were refunded and never taken",
    finding: "sats were given back that were never taken",
    plant: ({ system, load }) => {
      const sale = saleThat(load, { seller: "pays too much" });
      settle(system, `${saleSats(sale.amountXof)}`);
    },
  },
  {
    what: "an invoice for sats that nobody sells",
    finding: "sats were asked for that nobody was told of",
    plant: ({ system: { sandbox } }) =>
      sandbox.journal.record({
        kind: "invoice-opened",
        paymentHash: "strange-invoice",
        invoice: "",
        amountSats: "13",
        expiresAt: systemClock.now(),
      }),
  },
];

const responses: readonly PlantedFault[] = [
  {
    what: "an order that was acknowledged and is gone",
    finding: "deal-gone was acknowledged and is not there",
    plant: ({ load }) => load.journal.acknowledgeDeal("deal-gone", crypto.randomUUID(), "{}"),
  },
  {
    what: "a registration that was acknowledged and is gone",
    finding: "account planted was acknowledged and is not there",
    plant: ({ load }) => void load.journal.registered.push("planted"),
  },
  {
    what: "two answers under one key",
    finding: "deal-0 was answered in two ways",
    plant: ({ load }) => load.journal.acknowledgeDeal("deal-0", "", "{}"),
  },
  {
    what: "a frozen answer that changed",
    finding: "deal-1 has another answer under its key than the client got",
    plant: sql(
      "transactions",
      "update idempotency_keys set response = response || ' ' where key = encode(sha256('deal-1'), 'hex')",
    ),
  },
  {
    what: "a status that goes backwards",
    finding: "planted was COMPLETED and then PENDING",
    plant({ load }) {
      const read = { method: "GET", path: "", startedAtMs: 0 };
      load.journal.recordStatus("planted", "COMPLETED", read);
      load.journal.recordStatus("planted", "PENDING", {
        ...read,
        startedAtMs: fairNowMs() + 1,
      });
    },
  },
];

const logs: readonly PlantedFault[] = [
  {
    what: "a gap in the versions",
    finding: "has the versions 1 9",
    plant: sql("payouts", `update events set version = 9 where ${oneOf("PayoutSettled")}`),
  },
  {
    what: "a payout without a payment in the log",
    finding: "to TransactionCompleted",
    // Of a purchase that completed: behind others of the same name something else follows.
    plant: sql(
      "transactions",
      `delete from events where event_type = 'TransactionPaid' and stream_id =
         (select stream_id from events where event_type = 'TransactionCompleted'
          order by position limit 1)`,
    ),
  },
  {
    what: "a second payment of one transaction",
    finding: "has 2 payments",
    plant: sql(
      "payments",
      `insert into events (log_epoch, stream_id, version, event_id, event_type, data, correlation_id, causation_id)
       select log_epoch, gen_random_uuid(), 1, gen_random_uuid(), event_type, data, correlation_id, causation_id
       from events where ${oneOf("PaymentRequested")}`,
    ),
  },
  {
    what: "a fact whose handling is forgotten",
    finding: "payouts handled the fact",
    plant: sql(
      "payouts",
      "delete from handled where fact_id = (select max(fact_id::text)::uuid from handled)",
    ),
  },
  {
    what: "an effect without a fact",
    finding: "payments handled",
    plant: sql(
      "payments",
      "insert into handled (reaction, fact_id) values ('planted', gen_random_uuid())",
    ),
  },
];

const one = (table: string, column: string) =>
  `${column} = (select min(${column}::text)::uuid from ${table})`;

const tables: readonly PlantedFault[] = [
  {
    what: "a line of the list that is gone",
    finding: "is in no list",
    plant: sql(
      "transactions",
      `delete from transaction_list where ${one("transaction_list", "transaction_id")}`,
    ),
  },
  {
    what: "a changed amount in a detail",
    finding: "was told amount_satoshi",
    plant: sql(
      "transactions",
      `update transaction_detail set amount_sats = amount_sats + 1 where ${one("transaction_detail", "transaction_id")}`,
    ),
  },
  {
    what: "a changed flashback",
    finding: "flashback",
    plant: sql("transactions", "update flashback set volume_xof = volume_xof + 1"),
  },
  {
    what: "a review that has no case",
    finding: "is in review and has no open case",
    plant: sql(
      "transactions",
      `update transaction_monitoring set review_reason = 'contradicting-facts' where ${one("transaction_monitoring", "transaction_id")}`,
    ),
  },
  {
    what: "a case that nobody closed although its review is over",
    finding: "is a case of a review that is over",
    plant: sql(
      "transactions",
      `insert into cases (case_id, kind, status, subject_kind, subject_id, transaction_id, since, opened_at)
       select gen_random_uuid(), 'outcome-unknown', 'open', 'payout', transaction_id::text, transaction_id, now(), now()
       from transaction_monitoring where review_reason is null limit 1`,
    ),
  },
  {
    what: "a verdict that its proposer approved alone",
    finding: "has a verdict of one person alone",
    plant: sql(
      "transactions",
      `insert into events (log_epoch, stream_id, version, event_id, event_type, data, correlation_id, causation_id)
       select 1, planted.id, version, gen_random_uuid(), type, data || jsonb_build_object('caseId', planted.id), '', ''
       from (select gen_random_uuid() as id, gen_random_uuid()::text as proposal, gen_random_uuid() as person) as planted,
       lateral (values
         (1, 'CaseVerdictProposed', jsonb_build_object('proposalId', proposal, 'proposedBy', person)),
         (2, 'CaseVerdictApproved', jsonb_build_object('proposalId', proposal, 'approvedBy', person))
       ) as event (version, type, data)`,
    ),
  },
  {
    what: "an account of another tier",
    finding: '"kyc_tier":3',
    plant: sql(
      "identity",
      `update accounts set kyc_tier = 3 where ${one("accounts", "account_id")}`,
    ),
  },
  {
    what: "a franc of a month that is used by nothing",
    finding: "used and should be",
    plant: sql("transactions", "update allowances set used_xof = used_xof + 1"),
  },
  {
    what: "an open transaction that is none",
    finding: "open_transactions",
    plant: sql("transactions", "update open_transactions set open_count = open_count + 1"),
  },
  {
    what: "an invoice that is free to be paid again",
    finding: "receiver_uses",
    plant: sql("transactions", "delete from receiver_uses"),
  },
  {
    what: "an attempt in another state than its payout",
    finding: "attempts of payouts",
    plant: sql("payouts", "update attempts set state = 'rejected' where state = 'settled'"),
  },
];

const leftovers: readonly PlantedFault[] = [
  {
    what: "an attempt that nobody follows up",
    finding: "collection attempt 1 is unknown",
    plant: sql("payments", "update attempts set state = 'unknown' where state = 'settled'"),
  },
  {
    what: "a deadline that is left",
    finding: "planted is set",
    plant: sql(
      "payments",
      "insert into timers (timer_id, kind, subject_id, due_at) values (gen_random_uuid(), 'planted', gen_random_uuid(), now())",
    ),
  },
  {
    what: "a parked fact",
    finding: "is parked: planted",
    plant: sql(
      "payouts",
      `insert into parked_facts (group_name, fact_id, lane, log_epoch, transaction_id, position, headers, data, cause, reason, attempts)
       values ('planted', 'planted', 'planted', 1, '1', 1, '{}', '', 'unreadable', 'planted', 1)`,
    ),
  },
  {
    what: "a mail that was not sent",
    finding: "a mail is not sent",
    plant: sql(
      "identity",
      `insert into mails_to_send (mail_id, account_id, kind, created_at, useful_until, next_attempt_at)
       select gen_random_uuid(), account_id, 'planted', now(), now() + interval '1 day', now() + interval '1 day'
       from account_contacts limit 1`,
    ),
  },
  {
    what: "a purchase that ended otherwise than its payer and receiver say",
    finding: "COMPLETED) is PENDING",
    plant: sql(
      "transactions",
      "update transaction_list set status = 'PENDING' where status = 'COMPLETED'",
    ),
  },
];

const canaries: readonly PlantedFault[] = [
  { what: "a name in a log", finding: "shows a name", plant: logLine(() => personName) },
  {
    what: "an address in a log",
    finding: "payouts.log shows an e-mail address",
    plant: logLine(({ load }) => load.people[0]?.email ?? ""),
  },
  {
    what: "a token in a log",
    finding: "shows a token",
    plant: logLine(({ load }) => load.people[0]?.token ?? ""),
  },
  {
    what: "a one-time password in a log",
    finding: "shows a one-time password",
    plant: logLine(({ system }) => {
      const codes = system.mail.mails().flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
      return `the code ${codes[0]} was used`;
    }),
  },
  ...["the callback secret", "the root of all secrets", "the key of the certificate"].map(
    (what) => ({
      what: `${what} in a log`,
      finding: `payouts.log shows ${what}`,
      plant: logLine(({ system }) => system.secrets.get(what) ?? ""),
    }),
  ),
  {
    what: "the password of a database in a log",
    finding: "shows the password of PAYOUTS_DATABASE_URL",
    plant: logLine(
      ({ system }) => system.secrets.get("the password of PAYOUTS_DATABASE_URL") ?? "",
    ),
  },
  {
    what: "a receiver in an event",
    finding: "the events of payouts shows a receiver",
    plant: sql(
      "payouts",
      `update events set data = data || '{"to": "ok@sandbox.sanu"}' where ${oneOf("PayoutRequested")}`,
    ),
  },
  {
    what: "a payer's number in a correlation id",
    finding: "the events of payments shows a payer's number",
    plant: sql(
      "payments",
      `update events set correlation_id = '+2290190000789' where ${oneOf("PaymentRequested")}`,
    ),
  },
  {
    what: "the provider's page in an event",
    finding: "the events of payments shows the provider's page",
    plant: sql(
      "payments",
      `update events set data = data || jsonb_build_object('url', (select min(payment_url) from payment_private))
       where ${oneOf("PaymentInitiated")}`,
    ),
  },
  {
    what: "a person's key in a log",
    finding: "payouts.log shows a person's key",
    async plant(run) {
      const [row] = await run.system.databases.transactions.query<{ key: Buffer }>(
        CompiledQuery.raw("select key from person_keys limit 1"),
      );
      logLine(() => row?.key.toString("hex") ?? "")(run);
    },
  },
  {
    what: "the key that signs tokens in a log",
    finding: "payouts.log shows token-private-key-ed25519",
    async plant(run) {
      const [row] = await run.system.databases.identity.query<{ value: string }>(
        CompiledQuery.raw(
          "select value from generated_secrets where name = 'token-private-key-ed25519'",
        ),
      );
      logLine(() => row?.value ?? "")(run);
    },
  },
];

/** One violation of each kind, in an order in which none hides another. */
export const plantedFaults: readonly PlantedFault[] = [
  ...money,
  ...sales,
  ...responses,
  ...canaries,
  ...tables,
  ...leftovers,
  ...logs,
];

/** The node says that it sent and settled so many sats. */
function settle({ sandbox }: FaultSystem, amountSats: string): void {
  const sendId = crypto.randomUUID();
  const send = { sendId, amountSats, feeSats: "1" };
  const more = { rail: "lightning", behaviour: "settles-at-once" } as const;
  sandbox.journal.record({ kind: "send-accepted", ...send, ...more });
  sandbox.journal.record({ kind: "send-settled", ...send });
}

/** The gateway says that it took an order to pay out. */
function disburse({ sandbox }: FaultSystem, key: string, amountXof = "5000"): void {
  const order = { key, number: "+2290196000001", channel: "MTN_OPEN", description: "planted" };
  const amounts = { amountXof, feeXof: "50" };
  const disbursementId = crypto.randomUUID();
  sandbox.journal.record({ kind: "disbursement-created", disbursementId, ...order, ...amounts });
}

/** The sats of a purchase with this payer, for a receiver that is paid. */
function satsOf({ deals, journal }: Load, payer: string): string {
  const key = deals.find(
    ({ order }) => !isSale(order) && order.payer === payer && order.receiver === "settles at once",
  )?.key;
  return acknowledgedSats(journal.acknowledged.find((one) => one.key === key)?.text ?? "");
}

/** A sale that ran into this. */
function saleThat({ deals }: Load, wanted: Partial<SaleOrder>): Deal {
  const found = deals.find(
    ({ order }) =>
      isSale(order) &&
      Object.entries(wanted).every(([name, value]) =>
        Object.entries(order).some(([one, is]) => one === name && is === value),
      ),
  );
  if (found === undefined) throw new Error("No sale met this");
  return found;
}

/** The sandbox says the first thing of a kind once more. */
function repeat({ journal }: Sandbox, kind: "disbursement-settled" | "invoice-captured"): void {
  const [first] = journal.ofKind(kind);
  if (first !== undefined) journal.record(first);
}
