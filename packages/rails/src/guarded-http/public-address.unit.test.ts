import { describe, expect, it } from "vitest";
import { insideAddresses } from "./hostile-addresses.fixture.ts";
import { isPublicAddress } from "./public-address.ts";

describe("an address that a stranger's name stands for", () => {
  it.each(["1.1.1.1", "8.8.8.8", "172.32.0.1", "192.0.3.1", "2606:4700:4700::1111", "2a00::1"])(
    "is public: %s",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ...insideAddresses,
    // Each special range of the registries of IANA by its first or last address.
    "0.255.255.255",
    "10.255.255.255",
    "100.127.255.255",
    "169.254.0.0",
    "172.31.255.255",
    "192.0.0.0",
    "192.0.2.1",
    "192.31.196.1",
    "192.52.193.1",
    "192.88.99.1",
    "192.175.48.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.255",
    "239.255.255.255",
    "240.0.0.1",
    "64:ff9b::808:808",
    "100::1",
    "2001::1",
    "2001:2::1",
    "2001:3::1",
    "2001:10::1",
    "2001:20::1",
    "2001:db8::1",
    "2002:808:808::1",
    "2620:4f:8000::1",
    "3fff::1",
    "5f00::1",
    "4000::1",
    "",
    "inside.example",
    "1.1.1.1 ",
    "01.1.1.1",
    "1.1.1.1%eth0",
    "[2a00::1]",
  ])("is none to connect to: %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
