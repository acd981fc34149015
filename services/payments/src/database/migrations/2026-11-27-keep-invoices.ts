// The invoice of a sale stands beside the provider's page of a purchase: a payment has one of the two.
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

const statement = `alter table payment_private
  add column invoice text,
  alter column payment_url drop not null,
  add constraint payment_private_holds_one check (num_nonnulls(payment_url, invoice) = 1)`;

export const keepInvoices: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(statement).execute(db);
  },
};
