-- Which keys of KYC_DOCUMENT_KEYS something is sealed under, by the id that a sealed thing begins with.
select encode(substr(sealed, 1, 8), 'escape') as key_id, what, count(*) as things, max(at) as newest
from (
  select 'authenticator app' as what, secret_sealed as sealed, created_at as at from second_factors
  union all
  select 'number of a document', document_number, submitted_at from kyc_submissions
  union all
  select 'piece of a document', kyc_pieces.sealed, begun_at from kyc_pieces join kyc_submissions using (submission_id)
) as all_of_them
where sealed is not null
group by key_id, what order by newest desc;
