import type { ChainNode } from "./chain-node.ts";
import { lightningLimits } from "./lightning-limits.ts";
import { awaitBlocks, type LightningNode } from "./lightning-node.ts";
import { until } from "./until.ts";

export interface Line {
  readonly chain: ChainNode;
  readonly router: LightningNode;
  readonly ends: readonly [LightningNode, LightningNode];
}

/** Opens what is missing of a channel from the router to each end, half of the money on either side of it. */
export async function openChannels({ chain, router, ends }: Line): Promise<void> {
  const keys = new Map<LightningNode, string>();
  for (const end of ends) keys.set(end, await end.publicKey());
  for (const [end, key] of keys) await connect(router, end, key);
  const known = await peersWithChannels(router);
  const missing = [...keys.values()].filter((key) => !known.has(key));
  for (const key of missing) await openChannel(router, key);
  if (missing.length > 0) {
    await chain.mine(6);
    await awaitBlocks(chain, [router, ...ends]);
  }
  await until("the channels", async () => {
    const { channels } = await router.call<Channels>("GET", "/v1/channels?active_only=true");
    return channels.length >= ends.length;
  });
  const [one, other] = ends;
  for (const [from, to] of [[one, other] as const, [other, one] as const]) {
    await awaitRoute(from, to.name, keys.get(to) ?? "");
  }
}

interface Channels {
  readonly channels: readonly { readonly remote_pubkey: string }[];
}

async function connect(from: LightningNode, to: LightningNode, key: string): Promise<void> {
  await until(`${from.name} to know ${to.name}`, async () => {
    const { peers } = await from.call<{ readonly peers: readonly { readonly pub_key: string }[] }>(
      "GET",
      "/v1/peers",
    );
    if (peers.some(({ pub_key }) => pub_key === key)) return true;
    const addr = { pubkey: key, host: to.peerAddress };
    await from.call("POST", "/v1/peers", { addr, perm: true, timeout: "10" });
    return true;
  });
}

async function peersWithChannels(router: LightningNode): Promise<ReadonlySet<string>> {
  const { channels } = await router.call<Channels>("GET", "/v1/channels");
  return new Set(channels.map(({ remote_pubkey }) => remote_pubkey));
}

async function openChannel(router: LightningNode, key: string): Promise<void> {
  await until("a channel to be opened", () =>
    router.call("POST", "/v1/channels", {
      node_pubkey: Buffer.from(key, "hex").toString("base64"),
      local_funding_amount: String(lightningLimits.channelSats),
      push_sat: String(lightningLimits.channelSats / 2),
      sat_per_vbyte: "10",
    }),
  );
}

/** Both have heard of the other's channel once there is a route. */
async function awaitRoute(from: LightningNode, name: string, key: string): Promise<void> {
  await until(`a route from ${from.name} to ${name}`, async () => {
    const { routes } = await from.call<{ readonly routes?: readonly unknown[] }>(
      "GET",
      `/v1/graph/routes/${key}/1000`,
    );
    return (routes?.length ?? 0) > 0;
  });
}
