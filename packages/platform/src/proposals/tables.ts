/** The constraint that a second decision about a proposal breaks. */
export const proposalConstraint = "proposals_open";

/** The constraint that the words about an account break which is not there any more. */
export const reasonsOfAccount = "proposal_reasons_account_id_fkey";

/**
 * What the staff proposed and decided, for a migration of the service that acts. The words of people stand apart, because they
 * may name somebody: `account` is the type of the column by which they are erased.
 */
export const proposalTables = (account: string): readonly string[] => [
  `create table proposals (
    proposal_id uuid primary key,
    operation text not null,
    account_id uuid,
    content text not null,
    content_sha256 text not null,
    status text not null,
    proposed_by uuid not null,
    proposed_at timestamptz not null,
    expires_at timestamptz not null,
    decided_by uuid,
    decided_at timestamptz,
    constraint proposals_by_status unique (status, proposed_at, proposal_id)
  )`,
  `create table proposal_reasons (
    proposal_id uuid primary key references proposals on delete cascade,
    account_id ${account},
    reason text not null,
    decision_reason text
  )`,
  `create function settle_proposal(of_proposal uuid, as_status text, decider uuid, moment timestamptz, why text)
    returns void language plpgsql volatile as $$
    begin
      update proposals set status = as_status, decided_by = decider, decided_at = moment
        where proposal_id = of_proposal and status = 'proposed';
      if not found then
        raise exception 'the proposal is open no more'
          using errcode = '23514', constraint = '${proposalConstraint}';
      end if;
      update proposal_reasons set decision_reason = why where proposal_id = of_proposal;
    end $$`,
];
