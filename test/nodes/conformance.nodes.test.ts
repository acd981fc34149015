import { readFileSync } from "node:fs";
import {
  lndReceiveHarness,
  lndSendHarness,
  paidSats,
  receiveChecks,
  sendChecks,
} from "@sanu/testing";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { reconnected, sharedNetwork } from "./network.ts";
import { newInvoice, newRefusedInvoice, payInvoice } from "./payer.ts";

/** So long a payment that the node takes may need to be held. */
const heldWithinMs = 1_500;

const network = await sharedNetwork();
await reconnected(network);
const { alice, bob, macaroons } = network;
const nodeWith = (macaroonFile: string) =>
  ({
    url: alice.url,
    certificate: readFileSync(alice.certificateFile, "utf8"),
    macaroon: readFileSync(macaroonFile).toString("hex"),
    network: "regtest",
  }) as const;

describe("the connector to a real node, for receiving", () => {
  const harnessed = lndReceiveHarness({
    ...nodeWith(macaroons.payments),
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

describe("the connector to a real node, for sending", () => {
  let offered = { paid: "", refused: "" };
  const harnessed = lndSendHarness(nodeWith(macaroons.payouts), {
    newInvoice: () => offered.paid,
    newFailingInvoice: () => offered.refused,
  });
  // Each check orders once.
  beforeEach(async () => {
    offered = {
      paid: await newInvoice(bob, paidSats),
      refused: await newRefusedInvoice(bob, paidSats),
    };
  });
  afterEach(async () => (await harnessed).heal());
  afterAll(async () => (await harnessed).close());

  it.each(sendChecks)("$title", async ({ run }) => {
    await expect(run(await harnessed)).resolves.toBeUndefined();
  });
});
