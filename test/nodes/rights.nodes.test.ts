import { readFileSync } from "node:fs";
import { systemClock } from "@sanu/kernel";
import type { ServiceMacaroons } from "@sanu/local-stack";
import { checkProvider } from "@sanu/rails";
import { expect, it } from "vitest";
import { sharedNetwork } from "./network.ts";

const { alice, macaroons } = await sharedNetwork();

async function findingsWith(macaroonFile: string) {
  const environment = {
    LND_URL: alice.url,
    LND_TLS_CERTIFICATE: readFileSync(alice.certificateFile, "utf8"),
    LND_MACAROON: macaroonFile,
    LND_NETWORK: "regtest",
  };
  return checkProvider({ provider: "lnd", environment, clock: systemClock });
}

it.each([
  ["payments", "it cannot send", 8],
  ["payouts", "it can send, and makes no invoice", 13],
] as const satisfies readonly (readonly [keyof ServiceMacaroons, string, number])[])(
  "the rights that the guide gives %s are all that it uses, and are checked one by one",
  async (service, may, count) => {
    const findings = await findingsWith(macaroons[service]);

    expect(findings.filter(({ verdict }) => verdict !== "fine")).toEqual([]);
    const rights = findings.filter(({ checked }) => checked === "rights");
    expect(rights).toHaveLength(count);
    expect(rights[0]?.said).toContain(may);
  },
);

it("the admin's macaroon is found to be too much for a service", async () => {
  const findings = await findingsWith(alice.macaroonFile);

  expect(findings.filter(({ verdict }) => verdict === "wrong")).toMatchObject([
    { checked: "rights", said: "it can send, and make invoices" },
  ]);
});

it("checking a node leaves no lease and no invoice behind, whoever checks", async () => {
  const lastOf = async (list: string) => {
    type Page = { readonly last_index_offset: string };
    return (await alice.call<Page>("GET", `${list}&reversed=true`)).last_index_offset;
  };
  const held = async () => ({
    leases: await alice.call("POST", "/v2/wallet/utxos/leases", {}),
    invoice: await lastOf("/v1/invoices?num_max_invoices=1"),
    payment: await lastOf("/v1/payments?max_payments=1&include_incomplete=true"),
  });
  const before = await held();

  for (const file of [macaroons.payments, macaroons.payouts, alice.macaroonFile]) {
    await findingsWith(file);
  }

  expect(await held()).toEqual(before);
});
