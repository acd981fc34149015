import type { Revocation } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/**
 * Sessions among them end too, or they could be refreshed, and API keys, which live longer than gateways remember: one that was
 * replaced counts until its end.
 * What is over, or known already to the millisecond that a gateway counts in, is left as it is.
 */
const insertText = `
with reported as (
  select distinct on (id, valid_from) id, valid_from, valid_until
  from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as one(id, valid_from, valid_until)
  where one.valid_until > $4 and not exists (
    select from revocations as known where known.revoked_id = one.id
      and known.valid_from < one.valid_from + interval '1 ms'
      and known.valid_until >= one.valid_until)
), ended as (
  update sessions set ended_at = valid_from, end_reason = 'reported'
  from reported where session_id = id and ended_at is null
), revoked as (
  update api_keys set revoked_at = case when valid_from <= $4 then valid_from end,
    expires_at = case when valid_from <= $4 then expires_at else least(expires_at, valid_from) end
  from reported where key_id = id and revoked_at is null
), lost as (
  select array_agg(id) as ids, valid_from, valid_until from reported group by valid_from, valid_until
)
select append_revocations(ids, valid_from, valid_until) from lost`;

export function insertReported(revocations: readonly Revocation[], at: Instant): Statement {
  return CompiledQuery.raw(insertText, [
    revocations.map(({ id }) => id),
    revocations.map(({ from }) => from),
    revocations.map(({ until }) => until),
    at,
  ]);
}
