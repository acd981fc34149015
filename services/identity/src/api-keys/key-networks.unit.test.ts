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
  [["createTransaction"], [], ["required"]],
  [["listTransactions", "createQuote"], ["0.0.0.0/0"], ["too-wide"]],
  [["getCase"], [], ["required"]],
  [["getTreasury", "listCases"], [], []],
  [["getTreasury"], ["0.0.0.0/0"], []],
])("a key that opens %j from %j is refused for %j", (scopes, networks, rules) => {
  expect(brokenNetworks(scopes, networks)).toEqual(rules);
});

it("shows people by every scope of users, their documents, orders for them and what the staff wrote about them", () => {
  const open = KeyScope.options.filter((scope) => brokenNetworks([scope], []).length === 0);
  const staffs = ["listMonitored", "getMonitored", "getTreasury", "listCases"];
  expect(open).toEqual([...staffs, "createQuote", "getRemaining", "getResume"]);
});
