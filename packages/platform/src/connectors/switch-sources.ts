import type { AttemptKind } from "@sanu/attempts";
import type { Database } from "../database/open-database.ts";
import { claimProbe } from "./claim-probe.ts";
import { connectorTerms } from "./connector-terms.ts";
import { keptFor } from "./kept-for.ts";
import { providerHealth } from "./provider-health.ts";

/** What a service knows of the providers of one kind of attempt: the setting, the staff, and how they do. */
export function switchSources(
  database: Pick<Database, "query">,
  of: {
    readonly kind: AttemptKind;
    readonly disabled: readonly string[];
    readonly termsKeptMs: number;
  },
) {
  const { kind, disabled, termsKeptMs } = of;
  const { recent: health, measured } = providerHealth(database, kind);
  return {
    disabled,
    health,
    measured,
    terms: keptFor(termsKeptMs, connectorTerms(database)),
    claimProbe: claimProbe(database),
  };
}
