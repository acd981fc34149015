import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { callJson } from "./call-json.ts";
import type { ChainNode } from "./chain-node.ts";
import { type NodeProcess, startNodeProcess } from "./node-process.ts";
import { until } from "./until.ts";

/** One Lightning node with its wallet, and what a client needs to speak to it. */
export interface LightningNode extends NodeProcess {
  readonly name: string;
  readonly url: string;
  readonly certificateFile: string;
  /** The right to do everything, as bytes. */
  readonly macaroonFile: string;
  /** Where other nodes reach it. */
  readonly peerAddress: string;
  readonly call: <Answer>(
    method: "GET" | "POST",
    path: string,
    body?: Readonly<Record<string, unknown>>,
  ) => Promise<Answer>;
  readonly publicKey: () => Promise<string>;
  /** A new address of its wallet. */
  readonly newAddress: () => Promise<string>;
}

export interface LightningNodeOptions {
  readonly name: string;
  readonly folder: string;
  readonly program: string;
  readonly chain: ChainNode;
  readonly ports: { readonly rest: number; readonly rpc: number; readonly peers: number };
}

interface NodeInfo {
  readonly identity_pubkey: string;
  readonly synced_to_chain: boolean;
  readonly block_height: number;
}

const password = "sanu-test-wallet";

/** Starts a node and waits until it serves; its wallet is made the first time, from its name. */
export async function startLightningNode(options: LightningNodeOptions): Promise<LightningNode> {
  const { name, folder, ports } = options;
  const url = `https://127.0.0.1:${ports.rest}`;
  const certificateFile = join(folder, "tls.cert");
  const macaroonFile = join(folder, "data", "chain", "bitcoin", "regtest", "admin.macaroon");
  const call: LightningNode["call"] = (method, path, body) =>
    callJson({
      method,
      url: `${url}${path}`,
      certificate: readFileSync(certificateFile, "utf8"),
      headers: existsSync(macaroonFile)
        ? { "grpc-metadata-macaroon": readFileSync(macaroonFile).toString("hex") }
        : {},
      body,
    });
  const wallet = walletOf(name, call);
  const passwordFile = `${folder}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const node = await startNodeProcess({
    name,
    folder,
    program: options.program,
    args: argumentsOf(options, passwordFile),
    isReady: wallet.serves,
  });
  return {
    ...node,
    name,
    url,
    certificateFile,
    macaroonFile,
    peerAddress: `127.0.0.1:${ports.peers}`,
    call,
    publicKey: async () => (await call<NodeInfo>("GET", "/v1/getinfo")).identity_pubkey,
    newAddress: async () => {
      const path = "/v1/newaddress?type=WITNESS_PUBKEY_HASH";
      return (await call<{ readonly address: string }>("GET", path)).address;
    },
  };
}

/** Waits until nodes have seen the last block. */
export async function awaitBlocks(
  chain: ChainNode,
  nodes: readonly LightningNode[],
): Promise<void> {
  const height = await chain.height();
  for (const node of nodes) {
    await until(`${node.name} to see block ${height}`, async () => {
      const info = await node.call<NodeInfo>("GET", "/v1/getinfo");
      return info.synced_to_chain && info.block_height >= height;
    });
  }
}

/** Makes the wallet where there is none, and tells when the node serves. */
function walletOf(name: string, call: LightningNode["call"]) {
  const make = async (): Promise<void> => {
    const entropy = createHash("sha256").update(`sanu-node-${name}`).digest().subarray(0, 16);
    const seedPath = `/v1/genseed?seed_entropy=${encodeURIComponent(
      entropy.toString("base64").replaceAll("+", "-").replaceAll("/", "_"),
    )}`;
    const seed = await call<{ readonly cipher_seed_mnemonic: readonly string[] }>("GET", seedPath);
    await call("POST", "/v1/initwallet", {
      wallet_password: Buffer.from(password).toString("base64"),
      cipher_seed_mnemonic: seed.cipher_seed_mnemonic,
    });
  };
  let making: Promise<void> | undefined;
  return {
    serves: async (): Promise<boolean> => {
      const { state } = await call<{ readonly state: string }>("GET", "/v1/state");
      if (state === "NON_EXISTING") {
        making ??= make();
        await making;
      }
      return state === "SERVER_ACTIVE";
    },
  };
}

function argumentsOf(
  { name, folder, chain, ports }: LightningNodeOptions,
  passwordFile: string,
): string[] {
  return [
    `--lnddir=${folder}`,
    `--alias=sanu-${name}`,
    "--bitcoin.regtest",
    "--bitcoin.node=btcd",
    `--btcd.rpchost=${new URL(chain.url).host}`,
    `--btcd.rpcuser=${chain.account.user}`,
    `--btcd.rpcpass=${chain.account.password}`,
    `--btcd.rpccert=${chain.certificateFile}`,
    `--restlisten=127.0.0.1:${ports.rest}`,
    `--rpclisten=127.0.0.1:${ports.rpc}`,
    `--listen=127.0.0.1:${ports.peers}`,
    `--wallet-unlock-password-file=${passwordFile}`,
    "--wallet-unlock-allow-create",
    "--nobootstrap",
    "--trickledelay=50",
    "--gossip.sub-batch-delay=50ms",
    "--bitcoin.defaultchanconfs=1",
    "--maxpendingchannels=10",
    "--maxbackoff=2s",
    "--debuglevel=info",
  ];
}
