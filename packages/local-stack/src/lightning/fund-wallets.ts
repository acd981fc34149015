import type { ChainNode } from "./chain-node.ts";
import { lightningLimits } from "./lightning-limits.ts";
import { awaitBlocks, type LightningNode } from "./lightning-node.ts";
import { until } from "./until.ts";

/** The first address of carol's wallet, whose seed comes from its name. */
export const minerAddress = "bcrt1q8kz4jmglxptunmqvu9zzfwmlxkmp9gfvsdkyua";

export interface Wallets {
  readonly chain: ChainNode;
  /** Whom the mined money belongs to. */
  readonly miner: LightningNode;
  readonly others: readonly LightningNode[];
}

/** Mines until there is money, and gives some to every wallet that has little. */
export async function fundWallets({ chain, miner, others }: Wallets): Promise<void> {
  const nodes = [miner, ...others];
  await watchMinerAddress(miner);
  const missing = lightningLimits.blocksFunded - (await chain.height());
  if (missing > 0) await chain.mine(missing);
  await awaitBlocks(chain, nodes);
  const outputs: Record<string, string> = {};
  for (const node of others) {
    if ((await balanceOf(node)).total_balance !== "0") continue;
    for (let made = 0; made < lightningLimits.walletOutputs; made += 1) {
      outputs[await node.newAddress()] = String(lightningLimits.walletSats);
    }
  }
  if (Object.keys(outputs).length === 0) return;
  await until("the miner to pay", async () => {
    const order = { AddrToAmount: outputs, sat_per_vbyte: "10" };
    return miner.call("POST", "/v1/transactions/many", order);
  });
  await chain.mine(3);
  await awaitBlocks(chain, nodes);
  for (const node of others) {
    await until(
      `the money of ${node.name}`,
      async () => (await balanceOf(node)).confirmed_balance !== "0",
    );
  }
}

/** A wallet sees coins only on addresses that it has handed out. */
async function watchMinerAddress(miner: LightningNode): Promise<void> {
  const known = await miner.call<{
    readonly account_with_addresses: readonly {
      readonly addresses: readonly { readonly address: string }[];
    }[];
  }>("GET", "/v2/wallet/addresses");
  const addresses = known.account_with_addresses.flatMap((account) => account.addresses);
  if (addresses.some(({ address }) => address === minerAddress)) return;
  const first = await miner.newAddress();
  if (first !== minerAddress) throw new Error(`${miner.name} begins with ${first}`);
}

function balanceOf(node: LightningNode) {
  return node.call<{ readonly total_balance: string; readonly confirmed_balance: string }>(
    "GET",
    "/v1/balance/blockchain",
  );
}
