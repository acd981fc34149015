import { z } from "zod";
import { unknownBecause } from "../ports/call-outcome.ts";
import type { InvoiceSource } from "../ports/invoice-source.ts";
import type { SendRail } from "../ports/send-rail.ts";

const Verifiable = z.object({ verifyUrl: z.string() });

/**
 * A node that was restored from a backup does not know what it has paid, and would pay it again. Where the receiver's
 * own server proves that an invoice was paid (LUD-21), "not found" is therefore unknown, and a person looks.
 */
export function heedingDelivery(
  rail: SendRail,
  invoices: Pick<InvoiceSource, "verify"> | undefined,
): SendRail {
  return {
    ...rail,
    async status(naturalKey, payload = null) {
      const status = await rail.status(naturalKey, payload);
      if (status.kind !== "not-found" || payload === null || invoices === undefined) return status;
      const offered = Verifiable.safeParse(JSON.parse(payload));
      if (!offered.success) return status;
      const paymentHash = naturalKey.slice(naturalKey.indexOf(":") + 1);
      const { verifyUrl } = offered.data;
      const reading = await invoices.verify({ verifyUrl, paymentHash });
      return reading.kind === "delivered" ? unknownBecause("proven-by-receiver") : status;
    },
  };
}
