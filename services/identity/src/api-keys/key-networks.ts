import { isIPv6 } from "node:net";
import { apiKeyLimits, type FieldRule, type KeyScope, showsPeople } from "@sanu/contracts";

/** What is wrong with the networks of a key: one that shows people names some, and no wide ones. */
export function brokenNetworks(
  scopes: readonly KeyScope[],
  networks: readonly string[],
): readonly FieldRule[] {
  if (!showsPeople(scopes)) return [];
  if (networks.length === 0) return ["required"];
  return networks.some(isTooWide) ? ["too-wide"] : [];
}

function isTooWide(network: string): boolean {
  const { ipv4, ipv6 } = apiKeyLimits.peopleNetworkBitsMin;
  const [address = "", bits] = network.split("/");
  return bits !== undefined && Number(bits) < (isIPv6(address) ? ipv6 : ipv4);
}
