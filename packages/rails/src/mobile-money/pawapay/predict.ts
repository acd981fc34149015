import type { ProviderHttp, ProviderResponse } from "../../http/provider-http.ts";
import type { ProviderEnvironment } from "../connector.ts";
import { isServedProvider, phoneNumberFor, type ServedChannel } from "./providers.ts";
import { PredictionBody } from "./resources.ts";

export interface MobileAccount {
  readonly phoneNumber: string;
  readonly provider: string;
}

/** The provider's word of a ported number beats the table; without one that is of use the table stands. */
export function readPrediction(
  response: ProviderResponse,
  table: MobileAccount & Pick<ServedChannel, "country">,
): MobileAccount {
  const isAnswer = response.kind === "response" && response.status === 200;
  const said = PredictionBody.safeParse(isAnswer ? response.json : undefined).data;
  const { phoneNumber, provider } = table;
  if (said === undefined || said.country !== table.country) return { phoneNumber, provider };
  // Another number would be somebody else's.
  if (said.phoneNumber !== phoneNumber) return { phoneNumber, provider };
  return isServedProvider(said.provider, said.country)
    ? { phoneNumber, provider: said.provider }
    : { phoneNumber, provider };
}

export async function accountOfNumber(
  http: ProviderHttp,
  served: ServedChannel,
  of: {
    readonly e164: string;
    readonly environment: ProviderEnvironment;
    readonly timeoutMs: number;
  },
): Promise<MobileAccount> {
  const phoneNumber = phoneNumberFor(of.e164, of.environment);
  const { provider, country, isOperator } = served;
  if (!isOperator) return { phoneNumber, provider };
  const { timeoutMs } = of;
  const body = { phoneNumber };
  const said = await http.call({ method: "POST", path: "/v2/predict-provider", body, timeoutMs });
  return readPrediction(said, { phoneNumber, provider, country });
}
