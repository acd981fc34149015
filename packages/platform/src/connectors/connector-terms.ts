import type { ConnectorTermsChanged, FactAttributes, FactData } from "@sanu/contracts";
import type { AccountId, Instant, Xof } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database, Statement } from "../database/open-database.ts";
import { factPlace } from "../reactions/fact-place.ts";

/** What the staff says of one provider in one direction. */
export interface ConnectorTerms {
  readonly isEnabled: boolean;
  readonly priorities: Readonly<Record<string, number>>;
  readonly amountXofMin: Xof | null;
  readonly amountXofMax: Xof | null;
  readonly changedBy: AccountId;
  readonly approvedBy: AccountId;
  readonly changedAt: Instant;
}

export type ReadTerms = () => Promise<ReadonlyMap<string, ConnectorTerms>>;

const columns = `is_enabled as "isEnabled", priorities, amount_xof_min as "amountXofMin",
  amount_xof_max as "amountXofMax", changed_by as "changedBy", approved_by as "approvedBy", changed_at as "changedAt"`;
const termsText = `select provider, ${columns} from connector_terms`;

/** By provider. */
export function connectorTerms(database: Pick<Database, "query">): ReadTerms {
  return async () => {
    const rows = await database.query<ConnectorTerms & { readonly provider: string }>(
      CompiledQuery.raw(termsText),
    );
    return new Map(rows.map(({ provider, ...terms }) => [provider, terms]));
  };
}

const upsertText = `insert into connector_terms as known
  (provider, is_enabled, priorities, amount_xof_min, amount_xof_max, changed_by, approved_by, changed_at, fact_place)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
on conflict (provider) do update set is_enabled = excluded.is_enabled, priorities = excluded.priorities,
  amount_xof_min = excluded.amount_xof_min, amount_xof_max = excluded.amount_xof_max, changed_by = excluded.changed_by,
  approved_by = excluded.approved_by, changed_at = excluded.changed_at, fact_place = excluded.fact_place
where known.fact_place < excluded.fact_place`;

/** It counts from now on, unless a later fact has said otherwise. */
export function upsertConnectorTerms(
  terms: FactData<typeof ConnectorTermsChanged>,
  attributes: Pick<FactAttributes, "position">,
): Statement {
  return CompiledQuery.raw(upsertText, [
    terms.provider,
    terms.isEnabled,
    JSON.stringify(terms.priorities),
    terms.amountXofMin,
    terms.amountXofMax,
    terms.changedBy,
    terms.approvedBy,
    terms.changedAt,
    factPlace(attributes),
  ]);
}
