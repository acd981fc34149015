import type { AttemptKind } from "@sanu/attempts";
import type { Database } from "../database/open-database.ts";
import { columnAwaited } from "../database/tables-exist.ts";
import { claimProbe } from "./claim-probe.ts";
import { connectorTerms } from "./connector-terms.ts";
import { keptFor } from "./kept-for.ts";
import { providerHealth } from "./provider-health.ts";

/** What a service knows of the providers of one kind of attempt: the setting, the staff, and how they do. */
export function switchSources(
  database: Pick<Database, "query">,
  of: {
    readonly kind: AttemptKind;
    readonly rails: readonly { readonly provider: string }[];
    readonly disabled: readonly string[];
    readonly termsKeptMs: number;
  },
) {
  const { kind, rails, disabled, termsKeptMs } = of;
  const first = rails[0]?.provider ?? "";
  const { recent: health, measured } = providerHealth(database, { kind, first });
  return {
    first,
    disabled,
    health,
    measured,
    terms: keptFor(termsKeptMs, connectorTerms(database)),
    claimProbe: claimProbe(database),
    isRecorded: columnAwaited(database, "attempts", "provider"),
  };
}
