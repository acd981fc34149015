import * as contracts from "@sanu/contracts";
import { describe, expect, it } from "vitest";
import { readText } from "./tree/repository.ts";

type Named = Pick<contracts.RequestDefinition, "name" | "refusals">;

/** Those whose page has a table of its requests, with what each may be refused for. */
const described: Readonly<Record<string, readonly Named[]>> = {
  identity: contracts.identityRequests,
  payments: contracts.paymentsRequests,
};
/** Those whose page only names them. */
const named: Readonly<Record<string, readonly Named[]>> = {
  transactions: contracts.transactionsRequests,
  payouts: contracts.payoutsRequests,
};

const pageOf = (service: string) => readText(`services/${service}/README.md`);
const quoted = (text: string) => [...text.matchAll(/`([a-z0-9-]+)`/g)].map(([, word = ""]) => word);

/** A row of the table: its requests, and the codes of its last cell, without what stands in brackets behind them. */
function rowsOf(service: string) {
  const [, section = ""] = pageOf(service).split(`## Handles (\`request.${service}.…\`)`);
  const [table = ""] = section.split(/^## /m);
  return table
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => {
      const [, requests = "", , refusals = ""] = line.split("|");
      const codes = quoted(refusals.replaceAll(/\([^)]*\)/g, ""));
      return { names: quoted(requests), codes, isOfOthers: refusals.includes("as where") };
    });
}

describe.each(Object.entries(described))("the page of %s", (service, requests) => {
  const rows = rowsOf(service);

  it("has each request once, and no other", () => {
    const known = requests.map(({ name }) => name).toSorted();
    expect(rows.flatMap(({ names }) => names).toSorted()).toEqual(known);
  });

  it("says of each what it may be refused for, and nothing else", () => {
    const wrong = rows.flatMap(({ names, codes, isOfOthers }) => {
      const defined = requests.filter(({ name }) => names.includes(name));
      const known = new Set(defined.flatMap(({ refusals }) => refusals.map(String)));
      const missing = isOfOthers ? [] : [...known].filter((code) => !codes.includes(code));
      const others = codes.filter((code) => contracts.isProblemCode(code) && !known.has(code));
      return missing.length + others.length === 0 ? [] : [{ names, missing, others }];
    });
    expect(wrong).toEqual([]);
  });
});

it.each(Object.entries(named))("the page of %s names each of its requests", (service, requests) => {
  const words = new Set(quoted(pageOf(service)));
  expect(requests.map(({ name }) => name).filter((name) => !words.has(name))).toEqual([]);
});
