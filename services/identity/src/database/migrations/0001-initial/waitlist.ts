// People who wait to be let in: one entry for each address. It hangs on no account, since they have none yet; who
// has one later is erased here by the address.

export const waitlistTables: readonly string[] = [
  `create table waitlist (
    entry_id uuid primary key,
    command_id text not null,
    email text not null constraint waitlist_email_key unique,
    name text,
    whatsapp text,
    country text,
    language text not null check (language in ('fr', 'en')),
    joined_at timestamptz not null
  )`,
  "create index waitlist_newest on waitlist (joined_at desc, entry_id desc)",
];
