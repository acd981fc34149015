import { createSandbox, type Sandbox } from "@sanu/sandbox";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { stopInOrder } from "../stop-in-order.ts";
import { temporaryCertificate } from "./lnd-harness.ts";
import { lndSendHarness, paidSats } from "./lnd-send-harness.ts";
import { sendChecks } from "./send-checks.ts";

const macaroon = "0201036c6e64";
let sandbox: Sandbox;
let harness: Awaited<ReturnType<typeof lndSendHarness>>;

beforeAll(async () => {
  const certificate = await temporaryCertificate();
  const lnd = { ...certificate, macaroon };
  sandbox = await createSandbox({ callbackUrl: null, callbackSecret: "none is sent", lnd });
  const invoiceOf = (name: string) => sandbox.node.issueInvoice(name, paidSats).invoice;
  const node = { url: sandbox.lndUrl ?? "", certificate: certificate.certificate, macaroon };
  harness = await lndSendHarness(
    { ...node, network: "regtest" },
    {
      newInvoice: () => invoiceOf("somebody@wallet.example"),
      newFailingInvoice: () => invoiceOf("fail@sandbox.sanu"),
    },
  );
});

afterEach(() => harness.heal());

afterAll(() => stopInOrder(harness.close, sandbox.close));

describe("the connector of lnd for sending keeps the promise that", () => {
  it.each(sendChecks)("$title", async ({ run }) => {
    await expect(run(harness)).resolves.toBeUndefined();
  });
});

it("knows thirty invoices of one node for sends to one receiver", async () => {
  const keys = new Set<string>();
  const marks = new Set<string | undefined>();
  for (let count = 0; count < 30; count += 1) {
    const prepared = await harness.rail.prepare(harness.newOrder());
    if (prepared.kind !== "accepted") throw new Error(`It was not prepared: ${prepared.kind}`);
    keys.add(prepared.value.naturalKey);
    marks.add(prepared.value.destinationMark);
  }

  expect([keys.size, marks.size]).toEqual([30, 1]);
});
