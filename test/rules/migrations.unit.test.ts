import { readdirSync } from "node:fs";
import { join } from "node:path";
import { migrations as identity } from "@sanu/identity";
import { migrations as payments } from "@sanu/payments";
import { migrations as payouts } from "@sanu/payouts";
import { createSchema, type Migration, type Migrations } from "@sanu/platform";
import { migrations as transactions } from "@sanu/transactions";
import { describe, expect, it } from "vitest";
import { readReleases } from "../release/read-releases.ts";
import { findMisplaced } from "./schema/find-misplaced.ts";
import { findUnsafeSql } from "./schema/find-unsafe-sql.ts";
import { readText, root } from "./tree/repository.ts";

const services: Readonly<Record<string, Migrations>> = {
  identity,
  payments,
  payouts,
  transactions,
};
const releases = readReleases(readText("CHANGELOG.md")).map(({ version }) => version);

const filesOf = (service: string) =>
  readdirSync(join(root, "services", service, "src/database/migrations"), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "index.ts")
    .map(({ name }) => name.replace(/\.ts$/, ""));

describe.each(Object.entries(services))("the migrations of %s", (service, migrations) => {
  it("are one file a step, numbered without a gap", () => {
    expect(Object.keys(migrations)).toContain("0001-initial");
    expect(findMisplaced(migrations, filesOf(service), releases)).toEqual([]);
  });

  it("are safe while the services of the release before run", () => {
    const unsafe = Object.entries(migrations).flatMap(([name, migration]) =>
      findUnsafeSql(migration).map((why) => `${name}: ${why}`),
    );
    expect(unsafe).toEqual([]);
  });
});

const tablesOf = (migrations: Migrations) =>
  Object.values(migrations)
    .flatMap((migration) => ("statements" in migration ? migration.statements : []))
    .flatMap((text) => [...text.matchAll(/\bcreate (?:unlogged )?table (\w+)/g)])
    .map(([, table = ""]) => table);

it("each service's page lists the tables that are its own", () => {
  const byService = Object.entries(services).map(([name, migrations]) => {
    const [, section = ""] =
      /^## Tables$([^]*?)^## /m.exec(readText(`services/${name}/README.md`)) ?? [];
    return { name, tables: tablesOf(migrations), section };
  });
  const isOfAll = (table: string) => byService.every(({ tables }) => tables.includes(table));
  const missing = byService.flatMap(({ name, tables, section }) =>
    tables
      .filter((table) => !isOfAll(table) && !section.includes(`\`${table}\``))
      .map((table) => `${name}: ${table}`),
  );

  expect(byService.flatMap(({ tables }) => tables).length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

describe("a planted migration", () => {
  const expand = (...statements: string[]): Migration => ({ kind: "expand", statements });
  const contract = (...statements: string[]): Migration => ({
    kind: "contract",
    unusedSince: "0.1.0",
    statements,
  });

  it.each([
    "create index a on orders (id)",
    "CREATE UNIQUE INDEX a ON orders (id)",
    "alter table orders alter column amount type bigint",
    "alter table orders alter amount set data type bigint",
    "alter table orders add constraint a check (amount > 0)",
    "alter table orders add constraint a foreign key (id) references others",
    "alter table orders add constraint a unique (amount)",
    "alter table orders add primary key (id)",
    "alter table orders add column a text not null",
    "alter table orders add column a int references others",
    "alter table orders add column a text unique",
    "alter table orders add column a uuid default gen_random_uuid()",
    "update orders set amount = 1",
    "with some as (select 1) update orders set amount = 1",
    "delete from orders",
    "insert into orders select * from others",
    "lock table orders",
    "truncate orders",
  ])("that says `%s` is found, in a contract step too", (statement) => {
    expect(findUnsafeSql(expand(statement))).toHaveLength(1);
    expect(findUnsafeSql(contract(statement))).toHaveLength(1);
    expect(findUnsafeSql(createSchema([statement]))).toEqual([]);
  });

  it.each([
    "drop table orders",
    "drop function f",
    "alter table orders drop column a",
    "alter table orders rename column a to b",
    "alter table orders alter column a set not null",
  ])("that says `%s` is found, unless it is a contract step", (statement) => {
    expect(findUnsafeSql(expand(statement))).toHaveLength(1);
    expect(findUnsafeSql(contract(statement))).toEqual([]);
  });

  it("is free to do what nobody waits for", () => {
    const safe = expand(
      "create table notes (note_id uuid primary key default gen_random_uuid(), text text not null unique)",
      "alter table orders add column a text",
      "alter table orders add column b int not null default 0",
      "alter table orders add column c text default 'drop table'",
      "alter table orders add constraint d check (amount > 0) not valid",
      "alter table orders validate constraint d",
      "alter table orders alter column a drop not null",
      "alter table orders add constraint e unique using index orders_e",
      "create or replace function f() returns void language plpgsql as $$ begin delete from orders; end $$",
      "insert into settings values (1)",
      "create trigger t before truncate on orders for each statement execute function f()",
    );
    expect(findUnsafeSql(safe)).toEqual([]);
    expect(findUnsafeSql({ kind: "index", name: "a", on: "orders (id) where id > 0" })).toEqual([]);
    const batch = "with batch as (select id from a where id > $1 limit $2 for update) select 1";
    expect(findUnsafeSql({ kind: "backfill", start: "0", batch })).toEqual([]);
  });

  it("is found where a backfill has no end to its batch, or an index does more", () => {
    const batch = "update a set b = 1 where id > $1";
    expect(findUnsafeSql({ kind: "backfill", start: "0", batch })).toHaveLength(1);
    const index = { kind: "index", name: "a", on: "orders (id); drop table orders" } as const;
    expect(findUnsafeSql(index)).toHaveLength(1);
  });

  it("is found out of its place", () => {
    const initial = createSchema([]);
    const at = (migrations: Migrations, files = Object.keys(migrations)) =>
      findMisplaced(migrations, files, ["0.1.0"]);

    expect(at({ "0001-initial": initial, "0002-a": expand(), "0003-b": contract() })).toEqual([]);
    expect(at({ "0001-initial": initial, "0003-a": expand() })).toHaveLength(1);
    expect(at({ "0001-initial": initial, "0002-a": initial })).toHaveLength(1);
    expect(at({ "0001-initial": expand() })).toHaveLength(1);
    expect(at({ "0001-initial": initial }, ["0001-initial", "0002-left-out"])).toHaveLength(1);
    expect(at({ "0001-initial": initial, "0002-a": expand() }, ["0001-initial"])).toHaveLength(1);
    const early: Migration = { kind: "contract", unusedSince: "0.2.0", statements: [] };
    expect(at({ "0001-initial": initial, "0002-a": early })).toHaveLength(1);
  });
});
