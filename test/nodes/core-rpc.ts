import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ChainNode } from "@sanu/local-stack";

interface RpcCall {
  readonly id: unknown;
  readonly method: string;
  readonly params?: readonly unknown[];
}

type Rpc = (...params: readonly unknown[]) => Promise<unknown>;

/** The chain as Bitcoin Core would offer it, for a node that knows no other. */
export async function startCoreRpc(
  chain: ChainNode,
): Promise<{ readonly port: number; readonly close: () => void }> {
  const special = specialCalls(chain);
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const call = JSON.parse(await text(request)) as RpcCall;
      const { id, method, params = [] } = call;
      const ask = special[method] ?? ((...given) => chain.call(method, ...given));
      const said = await ask(...params).then(
        (result) => ({ result, error: null, id }),
        (error: unknown) => ({ result: null, error: errorIn(error), id }),
      );
      response.writeHead(said.error === null ? 200 : 500, { "content-type": "application/json" });
      response.end(JSON.stringify(said));
    };
    answer().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, close };
}

/** What btcd lacks, as a whole or in a field. */
function specialCalls(chain: ChainNode): Readonly<Record<string, Rpc>> {
  return {
    getmempoolinfo: async () => ({
      ...(await chain.call<object>("getmempoolinfo")),
      mempoolminfee: 0.00001,
      loaded: true,
    }),
    estimatesmartfee: () => Promise.resolve({ errors: ["no estimate"], blocks: 0 }),
    async getblockheader(hash, verbose = true) {
      const header = await chain.call<{ readonly height: number }>("getblockheader", hash, verbose);
      if (verbose !== true) return header;
      const chainwork = ((header.height + 1) * 2).toString(16).padStart(64, "0");
      return { ...header, chainwork, nTx: 1 };
    },
    async getmempoolentry(txid) {
      const entries = await chain.call<Record<string, { readonly fee: number }>>(
        "getrawmempool",
        true,
      );
      const entry = entries[String(txid)];
      if (entry === undefined) throw new Error('{"code":-5,"message":"not in mempool"}');
      return { ...entry, fees: { base: entry.fee } };
    },
  };
}

function errorIn(error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error);
  const json = /\{.*\}/.exec(message)?.[0];
  return json === undefined ? { code: -1, message } : JSON.parse(json);
}
