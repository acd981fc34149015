// An order to buy sends a prompt to somebody's phone, whoever ordered. So many may go without an answer in an hour; the
// count is taken under a lock of the number, so that simultaneous orders of different people cannot exceed it together.

export const numberPromptTables: readonly string[] = [
  `create table number_prompts (
    transaction_id uuid primary key,
    number text not null,
    prompted_at timestamptz not null
  )`,
  "create index number_prompts_recent on number_prompts (number, prompted_at)",
  "create index number_prompts_ended on number_prompts (prompted_at)",
  `create function reserve_prompt(
    of_transaction uuid, of_number text, unanswered_max int, window_seconds float8
  ) returns void language plpgsql volatile as $$
    declare
      unanswered int;
    begin
      perform pg_advisory_xact_lock(hashtextextended('number_prompts ' || of_number, 0));
      select count(*) into unanswered from number_prompts
        where number = of_number
        and prompted_at > clock_timestamp() - make_interval(secs => window_seconds);
      if unanswered >= unanswered_max then
        raise exception 'too many unanswered prompts'
          using errcode = '23514', constraint = 'number_prompts_max';
      end if;
      insert into number_prompts (transaction_id, number, prompted_at)
        values (of_transaction, of_number, clock_timestamp());
    end $$`,
];
