import { readFileSync } from "node:fs";
import { lndReceiveHarness, receiveChecks } from "@sanu/testing";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { reconnected, sharedNetwork } from "./network.ts";
import { payInvoice } from "./payer.ts";

/** So long a payment that the node takes may need to be held. */
const heldWithinMs = 1_500;

const network = await sharedNetwork();
await reconnected(network);
const { alice, bob } = network;

describe("the connector to a real node", () => {
  const harnessed = lndReceiveHarness({
    url: alice.url,
    certificate: readFileSync(alice.certificateFile, "utf8"),
    macaroon: readFileSync(alice.macaroonFile).toString("hex"),
    network: "regtest",
    callTimeoutMs: 3_000,
    async pay(invoice) {
      const isTaken = payInvoice(bob, invoice).then(
        ({ status }) => status === "SUCCEEDED",
        () => false,
      );
      const held = new Promise<boolean>((resolve) => setTimeout(resolve, heldWithinMs, true));
      return Promise.race([isTaken, held]);
    },
  });
  afterEach(async () => (await harnessed).heal());
  afterAll(async () => (await harnessed).close());

  it.each(receiveChecks)("$title", async ({ run }) => {
    await expect(run(await harnessed)).resolves.toBeUndefined();
  });
});
