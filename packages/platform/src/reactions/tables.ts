import type { Migration } from "../database/migration.ts";
import { otherLane } from "./parked-lanes.ts";

/**
 * `handled` is the truth about what a reaction has done; its row commits with the effect. `parked_facts` are in the
 * order of the log within each lane. `reaction_positions` is a hint only.
 */
export const reactionTables: readonly string[] = [
  `create table handled (
    reaction text not null,
    fact_id uuid not null,
    handled_at timestamptz not null default clock_timestamp(),
    constraint handled_pkey primary key (reaction, fact_id)
  )`,
  `create table parked_facts (
    group_name text not null,
    fact_id text not null,
    lane text not null,
    log_epoch int not null,
    transaction_id xid8 not null,
    position bigint not null,
    headers jsonb not null,
    data bytea not null,
    cause text not null check (cause in ('unreadable', 'deterministic', 'transient', 'behind')),
    reason text not null,
    attempts int not null,
    parked_at timestamptz not null default clock_timestamp(),
    due_at timestamptz,
    primary key (group_name, fact_id)
  )`,
  `create index parked_facts_order
    on parked_facts (group_name, lane, log_epoch, transaction_id, position)`,
  // `dropMarkHandled` takes it away.
  `create function mark_handled(of_reaction text, of_fact uuid, of_group text, of_lanes text[])
  returns void language plpgsql as $body$
  begin
    if exists (select from parked_facts where group_name = of_group and lane = any(of_lanes)) then
      raise exception 'the aggregate waits behind a parked fact'
        using errcode = '23514', constraint = 'parked_facts_order';
    end if;
    insert into handled (reaction, fact_id) values (of_reaction, of_fact);
  end $body$`,
  `create table reaction_positions (
    group_name text primary key,
    log_epoch int not null,
    transaction_id xid8 not null,
    position bigint not null,
    updated_at timestamptz not null
  )`,
];

/** One insert marks a fact as handled. */
export const dropMarkHandled: Migration = {
  kind: "contract",
  unusedSince: "0.2.0",
  statements: ["drop function mark_handled(text, uuid, text, text[])"],
};

/** All lanes of a fact, of which `lane` is the first. */
export const parkedLanesColumn: Migration = {
  kind: "expand",
  statements: ["alter table parked_facts add column lanes text[]"],
};

/** Each fact looks for a parked one in its lanes; `parked_facts_order` has the first lane. */
export const otherLaneIndex = {
  kind: "index",
  name: "parked_facts_other_order",
  on: `parked_facts (group_name, ${otherLane("parked_facts")}, log_epoch, transaction_id, position)`,
} as const satisfies Migration;

/**
 * Beside `reactionTables`, where money is sent: of which parked facts somebody said that it may have been. They stay due for nobody by
 * `parked_facts`: there they would be due as what was not sent.
 */
export const factsMaybeSentTable: readonly string[] = [
  `create table facts_maybe_sent (
    group_name text not null,
    fact_id text not null,
    provider text,
    due_at timestamptz,
    reason text,
    attempts int not null default 0,
    said_at timestamptz not null default clock_timestamp(),
    primary key (group_name, fact_id),
    foreign key (group_name, fact_id) references parked_facts on delete cascade
  )`,
];
