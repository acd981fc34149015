import { createProviderHttp, type ProviderHttpOptions } from "../../../http/provider-http.ts";
import { sandboxGateway } from "../../../http/sandbox-rail.ts";
import type { DisburseRail } from "../../../ports/disburse-rail.ts";
import { readConditions, readDisbursed, readDisburseStatus, readFloats } from "./translate.ts";

export type SandboxDisburseOptions = ProviderHttpOptions;

/** Money out through the sandbox's mobile-money gateway, which knows a key for ever once it has taken it. */
export function createSandboxDisburseRail(options: SandboxDisburseOptions): DisburseRail {
  const http = createProviderHttp(options);
  return {
    ...sandboxGateway,
    async disburse(order) {
      const body = {
        merchant_key: order.key,
        amount_xof: order.amountXof.toString(),
        number: order.number,
        channel: order.channel,
        description: order.description,
      };
      const response = await http.call({ method: "POST", path: "/v1/disbursements", body });
      return readDisbursed(response, order);
    },
    async status(key) {
      const path = `/v1/disbursements?merchant_key=${encodeURIComponent(key)}`;
      return readDisburseStatus(await http.call({ method: "GET", path }), key);
    },
    async conditions(channel) {
      const path = `/v1/channels/${encodeURIComponent(channel)}`;
      return readConditions(await http.call({ method: "GET", path }), channel);
    },
    floats: async () => readFloats(await http.call({ method: "GET", path: "/v1/floats" })),
    close: () => http.close(),
  };
}
