import { existsSync } from "node:fs";
import { join } from "node:path";
import { claimFolder } from "../processes/claim-folder.ts";
import { findFreePort } from "../processes/free-port.ts";
import { type ChainNode, startChainNode } from "./chain-node.ts";
import { fundWallets, minerAddress } from "./fund-wallets.ts";
import { lightningLimits } from "./lightning-limits.ts";
import { awaitBlocks, type LightningNode, startLightningNode } from "./lightning-node.ts";
import type { NodePrograms } from "./node-programs.ts";
import { openChannels } from "./open-channels.ts";
import { bakeServiceMacaroons, type ServiceMacaroons } from "./service-macaroons.ts";
import { until } from "./until.ts";

/**
 * bob (a customer) – carol (a router) – alice (Sanu's own node), with a channel of 5 000 000 sats between each two,
 * half of it on either side, and money on chain everywhere.
 */
export interface LightningNetwork {
  readonly chain: ChainNode;
  readonly alice: LightningNode;
  readonly bob: LightningNode;
  readonly carol: LightningNode;
  /** With what Sanu's services call alice. */
  readonly macaroons: ServiceMacaroons;
  /** Mines, and waits until every node that runs has seen it. */
  readonly mine: (blocks: number) => Promise<void>;
  /** Takes the last block back and puts two others in its place. */
  readonly reorganise: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface NetworkOptions {
  /** Of its own; with what an earlier network left there, that network goes on. */
  readonly folder: string;
  readonly programs: NodePrograms;
}

const nodeNames = ["alice", "bob", "carol"];

/** Starts the network and waits until it can pay from either end to the other. */
export async function startLightningNetwork(options: NetworkOptions): Promise<LightningNetwork> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    const chain = await startChain(options);
    stops.push(() => chain.stop());
    const nodes: LightningNode[] = [];
    stops.push(async () => void (await Promise.all(nodes.map((node) => node.stop()))));
    const start = async (name: string): Promise<LightningNode> => {
      const node = await startNode(options, chain, name);
      nodes.push(node);
      return node;
    };
    const starts = await Promise.allSettled(nodeNames.map(start));
    const [alice, bob, carol] = starts.map(started);
    if (!alice || !bob || !carol) throw new Error("A node is missing");
    await refreshChain(chain);
    await fundWallets({ chain, miner: carol, others: [alice, bob] });
    await openChannels({ chain, router: carol, ends: [bob, alice] });
    const macaroons = await bakeServiceMacaroons(alice, options.folder);
    const mine = async (blocks: number): Promise<void> => {
      await chain.mine(blocks);
      await awaitBlocks(
        chain,
        nodes.filter((node) => node.isAwake()),
      );
    };
    const reorganise = async (): Promise<void> => {
      await chain.call("invalidateblock", await chain.call<string>("getbestblockhash"));
      await mine(2);
    };
    return { chain, alice, bob, carol, macaroons, mine, reorganise, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Ends what is left of a network whose owner has ended, or is just ending. Throws where an owner lives on, whose nodes then
 * run on too.
 */
export async function endLightningNetwork(
  folder: string,
  ownerEndsWithinMs: number = lightningLimits.ownerEndTimeoutMs,
): Promise<void> {
  const end = async (name: string): Promise<void> => {
    const claim = await until(
      `the owner of ${name} to end`,
      () => claimFolder(join(folder, name)),
      ownerEndsWithinMs,
    );
    claim.release();
  };
  const names = [...nodeNames, "chain"].filter((name) => existsSync(join(folder, name)));
  const ends = await Promise.allSettled(names.map(end));
  for (const each of ends) if (each.status === "rejected") throw each.reason;
}

async function startChain({ folder, programs }: NetworkOptions): Promise<ChainNode> {
  const [rpc = 0, peers = 0] = await freePorts(2);
  const chain = await startChainNode({
    folder: join(folder, "chain"),
    program: programs.chain,
    ports: { rpc, peers },
    minerAddress,
  });
  const missing = lightningLimits.blocksBefore - (await chain.height());
  if (missing > 0) await chain.mine(missing);
  return chain;
}

async function startNode(
  { folder, programs }: NetworkOptions,
  chain: ChainNode,
  name: string,
): Promise<LightningNode> {
  const [rest = 0, rpc = 0, peers = 0] = await freePorts(3);
  const ports = { rest, rpc, peers };
  const program = programs.lightning;
  return startLightningNode({ name, folder: join(folder, name), program, chain, ports });
}

async function freePorts(count: number): Promise<readonly number[]> {
  const found = new Set<number>();
  while (found.size < count) found.add(await findFreePort(found));
  return [...found];
}

function started(start: PromiseSettledResult<LightningNode>): LightningNode {
  if (start.status === "fulfilled") return start.value;
  throw start.reason;
}

/** Nodes that have been away for a while serve only when the last block is fresh. */
async function refreshChain(chain: ChainNode): Promise<void> {
  const hash = await chain.call<string>("getbestblockhash");
  const { time } = await chain.call<{ readonly time: number }>("getblock", hash);
  if (Date.now() - time * 1_000 > lightningLimits.freshBlockMs) await chain.mine(1);
}
