/**
 * Calls to the outside that move money, recorded before they are made (architecture 2.7). A service that
 * makes such calls puts these into one of its migrations.
 */
export const attemptTables: readonly string[] = [
  `create table attempts (
    attempt_id uuid primary key,
    subject_id uuid not null,
    attempt_number int not null check (attempt_number > 0),
    kind text not null check (kind in ('collection', 'refund', 'send')),
    state text not null check (state in ('open', 'unknown', 'accepted', 'rejected', 'settled')),
    natural_key text,
    payload text,
    provider_reference text,
    called_at timestamptz,
    calls int not null,
    asks int not null default 0,
    ask_wanted boolean not null default false,
    last_error text,
    next_at timestamptz,
    created_at timestamptz not null,
    reviewed_at timestamptz,
    lease_until timestamptz,
    fence bigint not null,
    constraint attempts_number_key unique (subject_id, kind, attempt_number)
  )`,
  // The two guards of money: one attempt at a time, and one use of an invoice or transaction.
  `create unique index attempts_one_alive on attempts (subject_id, kind) where state <> 'rejected'`,
  `create unique index attempts_natural_key on attempts (natural_key)
    where natural_key is not null and state <> 'rejected'`,
  "create index attempts_due on attempts (next_at) where next_at is not null",
  `create index attempts_provider_reference on attempts (provider_reference)
    where provider_reference is not null`,
  // Only the holder of the last lease may write: another fence refuses the whole transaction. A wish to ask
  // that came while the holder was busy is kept, and due at once.
  `create function change_attempt(of_attempt uuid, of_fence bigint, saw_wish boolean, new_state text,
      new_natural_key text, new_payload text, new_provider_reference text, new_called_at timestamptz,
      new_calls int, new_asks int, new_last_error text, new_next_at timestamptz,
      new_reviewed_at timestamptz, keep_lease boolean)
    returns void language plpgsql volatile as $$
    begin
      update attempts set
        state = new_state, natural_key = new_natural_key, payload = new_payload,
        provider_reference = new_provider_reference, called_at = new_called_at, calls = new_calls,
        asks = new_asks, last_error = new_last_error, reviewed_at = new_reviewed_at,
        next_at = case when ask_wanted and not saw_wish then next_at else new_next_at end,
        ask_wanted = ask_wanted and not saw_wish,
        lease_until = case when keep_lease then lease_until end
      where attempt_id = of_attempt and fence = of_fence;
      if not found then
        raise exception 'somebody else holds the attempt'
          using errcode = '23514', constraint = 'attempts_fence';
      end if;
    end $$`,
  // What was never called can be dropped; what may have been called cannot.
  `create function abandon_uncalled_attempt(of_attempt uuid)
    returns void language plpgsql volatile as $$
    begin
      update attempts set state = 'rejected', next_at = null, ask_wanted = false, payload = null,
        lease_until = null, fence = fence + 1, last_error = 'abandoned'
      where attempt_id = of_attempt and called_at is null and state = 'open';
      if not found then
        raise exception 'the call may have been made'
          using errcode = '23514', constraint = 'attempts_uncalled';
      end if;
    end $$`,
];

/** What `runDecider` reports when an attempt's lease was lost: somebody else carries it on. */
export const ATTEMPT_FENCE_CONSTRAINT = "attempts_fence";

/** What `runDecider` reports when an attempt that should be abandoned may have been called. */
export const ATTEMPT_UNCALLED_CONSTRAINT = "attempts_uncalled";
