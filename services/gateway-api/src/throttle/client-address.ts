import { isIPv6 } from "node:net";

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const groupsOfNetwork = 4;
const groupsMax = 8;

/**
 * Under what an address is counted: IPv4 as it is, IPv6 by its /64 network, because one subscriber has all of it
 * (RFC 6177). An IPv4 address inside an IPv6 one is the same as outside.
 */
export function countedAddressOf(address: string): string {
  const mapped = mappedIpv4.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  // A zone names an interface of ours, not the other side.
  const [bare = ""] = address.split("%");
  if (!isIPv6(bare)) return address;
  const [before = "", after] = bare.split("::");
  const left = groupsOf(before);
  const right = groupsOf(after ?? "");
  const zeros = after === undefined ? [] : Array<string>(groupsMax).fill("0");
  const all = [...left, ...zeros.slice(left.length + right.length), ...right];
  return `${all.slice(0, groupsOfNetwork).join(":")}::/64`;
}

function groupsOf(text: string): readonly string[] {
  return text === ""
    ? []
    : text.split(":").map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""));
}
