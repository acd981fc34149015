import { KeyScope } from "@sanu/contracts";
import { expect, it } from "vitest";
import { brokenNetworks } from "./key-networks.ts";

it.each<[readonly KeyScope[], readonly string[], readonly string[]]>([
  [["listUsers"], [], ["required"]],
  [["getKycDocument", "getTreasury"], [], ["required"]],
  [["listUsers"], ["0.0.0.0/0"], ["too-wide"]],
  [["listUsers"], ["203.0.113.0/24", "::/0"], ["too-wide"]],
  [["listUsers"], ["10.0.0.0/15"], ["too-wide"]],
  [["listUsers"], ["2001:db8::/31"], ["too-wide"]],
  [["listUsers"], ["10.0.0.0/16", "2001:db8::/32", "203.0.113.9", "2001:db8::1"], []],
  [["getTreasury", "listCases"], [], []],
  [["getTreasury"], ["0.0.0.0/0"], []],
])("a key that opens %j from %j is refused for %j", (scopes, networks, rules) => {
  expect(brokenNetworks(scopes, networks)).toEqual(rules);
});

it("shows people by every scope of users and their documents", () => {
  const open = KeyScope.options.filter((scope) => brokenNetworks([scope], []).length === 0);
  expect(open).toEqual(["listMonitored", "getMonitored", "getTreasury", "listCases", "getCase"]);
});
