import ipaddr from "ipaddr.js";

/** The only part of IPv6 whose addresses are given out (RFC 4291). */
const givenOut = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an address as a resolver writes it can belong to somebody on the internet. What stands for an IPv4 address
 * inside IPv6 (mapped, NAT64, 6to4, Teredo) is none, nor is one with a zone or in a shorter notation.
 */
export function isPublicAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text))
    return ipaddr.IPv4.parse(text).range() === "unicast";
  if (!/^[0-9a-f:]+$/i.test(text) || !ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.IPv6.parse(text);
  return address.range() === "unicast" && address.match(givenOut);
}
