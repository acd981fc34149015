import { describe, expect, it } from "vitest";
import { countedAddressOf } from "./client-address.ts";

describe("the address that is counted", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::6", "2001:db8:1:2::/64"],
    ["2001:db8::6", "2001:db8:0:0::/64"],
    ["2001:db8::2:3:4:5", "2001:db8:0:0::/64"],
    ["2001:db8:1::3:4:5:6", "2001:db8:1:0::/64"],
    ["2001:db8:1:2:3:4:5::", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["unknown", "unknown"],
  ])("of %s is %s", (address, counted) => {
    expect(countedAddressOf(address)).toBe(counted);
  });
});
