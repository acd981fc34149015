import { instant, sats } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { unknownBecause } from "../../ports/call-outcome.ts";
import type { LndClient, LndRequest } from "./client.ts";
import { createLndReceiveRail } from "./receive.ts";

describe("an invoice for the sats of a sale", () => {
  it("is open until its order ends by the clock of the service, however far off this machine's is", async () => {
    const asked: LndRequest[] = [];
    const client: LndClient = {
      async call(request) {
        asked.push(request);
        return unknownBecause("no-response");
      },
      stream: () => expect.unreachable("nobody listens"),
      close: async () => undefined,
    };
    const rail = createLndReceiveRail(client, {
      provider: "lnd",
      retryRule: "resend-same-key",
      reversibleForMs: 0,
      network: "regtest",
      clock: { now: () => instant("2020-01-01T12:00:00.000000Z") },
      invoiceCltvBlocks: 144,
      callTimeoutMs: 1_000,
    });
    await rail.createInvoice({
      paymentHash: "ab".repeat(32),
      amountSats: sats(1_000n),
      description: "PAY_1",
      expiresAt: instant("2020-01-01T12:15:00.000000Z"),
    });
    expect(asked).toMatchObject([{ path: "/v2/invoices/hodl", body: { expiry: "900" } }]);
  });
});
