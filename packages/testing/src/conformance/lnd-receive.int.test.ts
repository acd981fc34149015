import { createSandbox, type Sandbox } from "@sanu/sandbox";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { stopInOrder } from "../stop-in-order.ts";
import { lndReceiveHarness, temporaryCertificate } from "./lnd-harness.ts";
import { receiveChecks } from "./receive-checks.ts";

const macaroon = "0201036c6e64";
let sandbox: Sandbox;
let harness: Awaited<ReturnType<typeof lndReceiveHarness>>;

beforeAll(async () => {
  const certificate = await temporaryCertificate();
  sandbox = await createSandbox({
    callbackUrl: null,
    callbackSecret: "none is sent",
    lnd: { ...certificate, macaroon },
  });
  harness = await lndReceiveHarness({
    url: sandbox.lndUrl ?? "",
    certificate: certificate.certificate,
    macaroon,
    network: "regtest",
    pay(invoice) {
      const found = sandbox.holdBook.all().find((one) => one.invoice === invoice);
      return found !== undefined && sandbox.holds.pay(found.paymentHash);
    },
  });
});

afterEach(() => harness.heal());

afterAll(() => stopInOrder(harness.close, sandbox.close));

describe("the connector of lnd for receiving keeps the promise that", () => {
  it.each(receiveChecks)("$title", async ({ run }) => {
    await expect(run(harness)).resolves.toBeUndefined();
  });
});
