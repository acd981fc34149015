import { BlockList, isIPv6 } from "node:net";

/** The names that the framework knows for networks (proxy-addr). */
const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/** Whether an address is that of a proxy of ours, as `GATEWAY_TRUST_PROXY` names them. */
export function proxyCheck(trusted: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of trusted.flatMap((name) => namedNetworks[name] ?? [name])) {
    const [address = "", bits] = network.split("/");
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, familyOf(address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}
