// What people hand in to prove who they are, in pieces that are encrypted before they come here. Everything hangs on
// account_contacts: deleting its row erases the documents with the person.

export const kycTables: readonly string[] = [
  // Why somebody of the staff decided; events carry the id only. Settings concern no account.
  `create table admin_actions (
    reason_id uuid primary key,
    account_id uuid references account_contacts on delete cascade,
    acted_by uuid not null,
    what jsonb not null,
    reason text not null,
    acted_at timestamptz not null
  )`,
  "create index admin_actions_account on admin_actions (account_id, acted_at)",
  `create table kyc_tiers (
    kyc_tier int primary key check (kyc_tier between 0 and 3),
    monthly_limit_xof bigint not null check (monthly_limit_xof >= 0)
  )`,
  `create table kyc_submissions (
    submission_id uuid primary key,
    account_id uuid not null references account_contacts on delete cascade,
    status text not null check (status in ('UPLOADING', 'PENDING', 'APPROVED', 'REJECTED')),
    bytes int not null default 0,
    document_kind text,
    document_number bytea,
    begun_at timestamptz not null,
    submitted_at timestamptz,
    decided_at timestamptz,
    decided_by uuid,
    reason_id uuid,
    check ((status = 'UPLOADING') = (submitted_at is null))
  )`,
  "create index kyc_submissions_account on kyc_submissions (account_id, begun_at)",
  `create index kyc_submissions_queue on kyc_submissions (status, submitted_at, submission_id)
    where submitted_at is not null`,
  "create index kyc_submissions_unfinished on kyc_submissions (begun_at) where status = 'UPLOADING'",
  `create table kyc_documents (
    submission_id uuid not null references kyc_submissions on delete cascade,
    document int not null,
    document_id uuid not null constraint kyc_documents_id_key unique,
    content_type text not null,
    bytes int not null default 0,
    primary key (submission_id, document)
  )`,
  // Encrypted bytes do not get smaller; trying would only cost time.
  `create table kyc_pieces (
    submission_id uuid not null,
    document int not null,
    piece int not null,
    sealed bytea storage external not null,
    primary key (submission_id, document, piece),
    foreign key (submission_id, document) references kyc_documents on delete cascade
  )`,
  `create function insert_kyc_piece(
    of_submission uuid, of_account uuid, of_document int, of_piece int, of_sealed bytea,
    of_bytes int, bytes_max int, of_document_id uuid, of_content_type text
  ) returns void language plpgsql volatile as $$
    begin
      perform 1 from kyc_submissions where submission_id = of_submission
        and account_id = of_account and status = 'UPLOADING' for update;
      if not found then
        raise exception 'not open' using errcode = '23514', constraint = 'kyc_submission_open';
      end if;
      if of_content_type is not null then
        insert into kyc_documents (submission_id, document, document_id, content_type)
          values (of_submission, of_document, of_document_id, of_content_type)
          on conflict (submission_id, document) do nothing;
      end if;
      insert into kyc_pieces (submission_id, document, piece, sealed)
        values (of_submission, of_document, of_piece, of_sealed)
        on conflict (submission_id, document, piece) do nothing;
      if not found then return; end if;
      update kyc_documents set bytes = bytes + of_bytes
        where submission_id = of_submission and document = of_document;
      update kyc_submissions set bytes = bytes + of_bytes where submission_id = of_submission;
      if (select bytes from kyc_submissions where submission_id = of_submission) > bytes_max then
        raise exception 'too large' using errcode = '23514', constraint = 'kyc_submission_bytes';
      end if;
    end $$`,
  // Hands in what is whole: every document as long as its sender says, without a piece missing.
  `create function submit_kyc(
    of_submission uuid, of_account uuid, of_kind text, of_number bytea, of_lengths int[],
    at timestamptz
  ) returns void language plpgsql volatile as $$
    begin
      update kyc_submissions set status = 'PENDING', document_kind = of_kind,
        document_number = of_number, submitted_at = at
        where submission_id = of_submission and account_id = of_account and status = 'UPLOADING';
      if not found then
        raise exception 'not open' using errcode = '23514', constraint = 'kyc_submission_open';
      end if;
      if of_lengths is distinct from (
        select array_agg(bytes order by document) from kyc_documents
        where submission_id = of_submission
      ) or exists (
        select 1 from kyc_pieces where submission_id = of_submission
        group by document having max(piece) <> count(*) - 1
      ) then
        raise exception 'not whole' using errcode = '23514', constraint = 'kyc_documents_whole';
      end if;
    end $$`,
];
