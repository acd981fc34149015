import { createProviderHttp, type ProviderHttpOptions } from "../../http/provider-http.ts";
import { sandboxRail } from "../../http/sandbox-rail.ts";
import type { StatementRail } from "../../ports/statement-rail.ts";
import { readStatementPage } from "./translate.ts";

/** The sandbox's statements of all its accounts: what its journal says moved. */
export function createSandboxStatementRail(options: ProviderHttpOptions): StatementRail {
  const http = createProviderHttp(options);
  return {
    provider: sandboxRail.provider,
    async readPage(query) {
      const { account, from, to, cursor } = query;
      const period = new URLSearchParams({ from, to, ...(cursor !== null && { after: cursor }) });
      const path = `/v1/statements/${encodeURIComponent(account)}?${period.toString()}`;
      return readStatementPage(await http.call({ method: "GET", path }), query);
    },
    close: () => http.close(),
  };
}
