import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { callJson, NodeRefusedError } from "./call-json.ts";
import { type NodeProcess, startNodeProcess } from "./node-process.ts";

/** The chain of the network, mined at will. It is never killed: nodes do not get over a chain that lost blocks. */
export interface ChainNode extends Omit<NodeProcess, "kill" | "restart"> {
  readonly url: string;
  readonly peerPort: number;
  readonly account: { readonly user: string; readonly password: string };
  readonly certificateFile: string;
  readonly call: <Answer>(method: string, ...params: readonly unknown[]) => Promise<Answer>;
  /** Again, after a stop. */
  readonly start: () => Promise<void>;
  /** The number of the last block. */
  readonly height: () => Promise<number>;
  readonly mine: (blocks: number) => Promise<void>;
}

export interface ChainNodeOptions {
  readonly folder: string;
  readonly program: string;
  readonly ports: { readonly rpc: number; readonly peers: number };
  /** Gets what is mined. */
  readonly minerAddress: string;
}

type ChainCall = readonly [method: string, ...params: readonly unknown[]];

/** Loopback and play money: these names keep nobody out. */
const account = { user: "sanu", password: "sanu" } as const;

/** Starts the chain node with the blocks of its last stop, which it would else have forgotten. */
export async function startChainNode(options: ChainNodeOptions): Promise<ChainNode> {
  const certificateFile = join(options.folder, "rpc.cert");
  const blocksFile = join(options.folder, "blocks.hex");
  const url = `https://127.0.0.1:${options.ports.rpc}`;
  const callAll = <Answer>(calls: readonly ChainCall[]) =>
    askAll<Answer>({ url, certificateFile }, calls);
  const call = async <Answer>(method: string, ...params: readonly unknown[]): Promise<Answer> => {
    const [answer] = await callAll<Answer>([[method, ...params]]);
    if (answer === undefined) throw new NodeRefusedError(`${method}: no answer`);
    return answer;
  };
  const height = (): Promise<number> => call<number>("getblockcount");
  const isReady = async (): Promise<boolean> => (await height()) >= 0;
  const node = await startNodeProcess({
    name: "the chain",
    folder: options.folder,
    program: options.program,
    args: argumentsOf(options, certificateFile),
    isReady,
  });
  const handBack = async (): Promise<void> => {
    if (!existsSync(blocksFile)) return;
    const blocks = readFileSync(blocksFile, "utf8").split("\n");
    await callAll(blocks.map((block) => ["submitblock", block]));
  };
  const keepBlocks = async (): Promise<void> => {
    const heights = Array.from({ length: await height() }, (_, index) => index + 1);
    if (heights.length === 0) return;
    const hashes = await callAll<string>(heights.map((each) => ["getblockhash", each]));
    const blocks = await callAll<string>(hashes.map((hash) => ["getblock", hash, 0]));
    writeFileSync(blocksFile, blocks.join("\n"));
  };
  await handBack();
  const { kill: _kill, restart, ...controls } = node;
  return {
    ...controls,
    url,
    peerPort: options.ports.peers,
    account,
    certificateFile,
    call,
    height,
    mine: async (blocks) => void (await call("generate", blocks)),
    stop: async () => {
      await keepBlocks();
      await node.stop();
    },
    start: async () => {
      await restart();
      await handBack();
    },
  };
}

function argumentsOf(
  { folder, ports, minerAddress }: ChainNodeOptions,
  certificateFile: string,
): string[] {
  return [
    "--regtest",
    "--txindex",
    `--configfile=${join(folder, "none.conf")}`,
    `--datadir=${join(folder, "data")}`,
    `--logdir=${join(folder, "log")}`,
    `--rpclisten=127.0.0.1:${ports.rpc}`,
    `--listen=127.0.0.1:${ports.peers}`,
    `--rpcuser=${account.user}`,
    `--rpcpass=${account.password}`,
    `--rpccert=${certificateFile}`,
    `--rpckey=${join(folder, "rpc.key")}`,
    `--miningaddr=${minerAddress}`,
    "--nobanning",
    "--nostalldetect",
    "--trickleinterval=100ms",
    "--debuglevel=info",
  ];
}

/** In one batch: the node closes its connection after each answer. */
async function askAll<Answer>(
  { url, certificateFile }: { readonly url: string; readonly certificateFile: string },
  calls: readonly ChainCall[],
): Promise<readonly Answer[]> {
  const { user, password } = account;
  const answers = await callJson<
    readonly { readonly id: number; readonly error: unknown; readonly result: Answer }[]
  >({
    method: "POST",
    url: `${url}/`,
    certificate: readFileSync(certificateFile, "utf8"),
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
      "content-type": "application/json",
      connection: "close",
    },
    body: calls.map(([method, ...params], id) => ({ jsonrpc: "2.0", id, method, params })),
  });
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  return calls.map(([method], id) => {
    const answer = byId.get(id);
    if (answer === undefined || answer.error) {
      throw new NodeRefusedError(`${method}: ${JSON.stringify(answer?.error ?? "no answer")}`);
    }
    return answer.result;
  });
}
