import { exchangeHttp, type HttpCall } from "../start/demo/http-exchange.ts";

/** A node refused; its own words are the message. */
export class NodeRefusedError extends Error {
  override readonly name = "NodeRefusedError";
}

/** Calls a node and reads its answer. Throws `NodeRefusedError` when the status is not 200. */
export async function callJson<Answer>(
  call: Omit<HttpCall, "body"> & { readonly body?: unknown },
): Promise<Answer> {
  const { body, ...rest } = call;
  const { response } = await exchangeHttp({
    ...rest,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.status !== 200) {
    throw new NodeRefusedError(`${call.method} ${call.url}: ${response.status} ${response.body}`);
  }
  return JSON.parse(response.body) as Answer;
}
