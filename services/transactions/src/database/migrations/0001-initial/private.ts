// What says who pays and who receives, apart from the log: deleting the rows of transaction_private and person_keys
// erases the person. What the staff wrote when they ended a review may tell of a person, so it is kept here too.

export const privateTables: readonly string[] = [
  `create table transaction_private (
    transaction_id uuid primary key,
    account_id uuid not null,
    receiver text,
    receiver_given text not null,
    receiver_masked text not null,
    number text not null,
    page_token text not null constraint transaction_private_page_token_key unique,
    payment_url text,
    linked_at timestamptz,
    invoice text,
    refund_invoice text
  )`,
  `create table person_keys (
    account_id uuid constraint person_keys_pkey primary key,
    key bytea not null check (octet_length(key) = 32),
    created_at timestamptz not null default clock_timestamp()
  )`,
  `create table review_resolutions (
    command_id uuid primary key,
    transaction_id uuid not null,
    resolved_by uuid not null,
    resolution text not null,
    reason text not null,
    resolved_at timestamptz not null
  )`,
  "create index review_resolutions_of_transaction on review_resolutions (transaction_id)",
];
