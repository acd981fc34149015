import { createProviderHttp } from "../../http/provider-http.ts";
import { unknownBecause } from "../../ports/call-outcome.ts";
import type { StatementRail } from "../../ports/statement-rail.ts";
import type { ConnectorOptions, ProviderAccount } from "../connector.ts";
import { fedapayRail } from "./client.ts";
import { cursorOf, readStatedPage, statementLimits } from "./translate-statement.ts";

/** One merchant balance stands behind both of our accounts: each has its own kinds of the same lists. */
const accounts = new Set(["collections", "disbursements"]);

export function createFedapayStatementRail(
  account: ProviderAccount,
  options: ConnectorOptions,
): StatementRail {
  const http = createProviderHttp({ ...account, ...options });
  return {
    provider: fedapayRail.provider,
    async readPage(query) {
      if (!accounts.has(query.account)) return { kind: "rejected", reason: "unknown-account" };
      const cursor = cursorOf(query);
      if (cursor === null) return unknownBecause("unexpected-response");
      const path = `/${cursor.list}/search?page=${cursor.page}&per_page=${statementLimits.perPage}`;
      return readStatedPage(await http.call({ method: "GET", path }), query, cursor);
    },
    close: () => http.close(),
  };
}
