// What the law obliges to keep of a person is sealed when she is erased, and deleted when its term ends. She is told by a mail
// whose address goes once it is sent. Documents that are accepted while she is erased are sealed too, or she is not erased yet.
import { type Migration, sealedOpeningsTable, sealedRecordsTable } from "@sanu/platform";

export const sealRecords: Migration = {
  kind: "expand",
  statements: [
    sealedRecordsTable,
    sealedOpeningsTable,
    `create table farewells (
      mail_id uuid primary key,
      account_id uuid not null,
      email text not null,
      language text not null,
      sealed_until timestamptz,
      created_at timestamptz not null,
      next_attempt_at timestamptz not null,
      attempts int not null default 0
    )`,
    `create function assert_documents_sealed(of_account uuid, sealed uuid[])
      returns void language plpgsql volatile as $$
      begin
        if exists (select from kyc_submissions where account_id = of_account
            and status = 'APPROVED' and submission_id <> all (sealed)) then
          raise exception 'not sealed' using errcode = '23514', constraint = 'sealed_records_whole';
        end if;
      end $$`,
  ],
};
