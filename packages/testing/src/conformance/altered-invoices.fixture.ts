import { instant, sats } from "@sanu/kernel";
import { type AlteredLnd, hashOfHeld } from "./altered-lnd.fixture.ts";
import { moneyOf, type Question } from "./misreadings.fixture.ts";
import { recordedAs, recordedBody } from "./recorded-lnd.fixture.ts";

/** Everything that a service asks about invoices whose money is held. */
export function invoicesOf({ receive, asking }: AlteredLnd): ReadonlyMap<string, Question> {
  const text = JSON.parse(recordedAs("c01-hodl-create").text).payment_request as string;
  const lookUp = "GET /v1/invoice/";
  const whole = (id: string) => recordedBody(id, { payment_request: text });
  const info = { "GET /v1/getinfo": recordedAs("a01-getinfo") };
  const preimage = Buffer.from("3jJJiUmhYxsbIx/uWmLlFFDgbBzPBO0mbUlcRiiuauU=", "base64");
  const cancelledHash = "8a532be935e9c8e24f1b619d1c5fbb338eafd75e72feb4762bd1500a05d70d83";
  const order = {
    paymentHash: hashOfHeld,
    amountSats: sats(2_000n),
    description: "test sell 1",
    expiresAt: instant("2026-11-22T17:50:00.000000Z"),
  };
  const asked = (answers: Readonly<Record<string, object>>, call: Question["call"]): Question => ({
    call: asking({ ...answers, ...info }, call),
    read: moneyOf,
  });
  const status = (said: object, hash = hashOfHeld) =>
    asked({ [lookUp]: said }, () => receive.status(hash));
  const exists = { "POST /v2/invoices/hodl": recordedAs("c02-hodl-same-hash") };
  return new Map<string, Question>([
    [
      "an invoice that is ordered",
      asked({ "POST /v2/invoices/hodl": recordedAs("c01-hodl-create") }, () =>
        receive.createInvoice(order),
      ),
    ],
    [
      "an invoice that was ordered before",
      asked({ ...exists, [lookUp]: whole("c04-hodl-open") }, () => receive.createInvoice(order)),
    ],
    ["an invoice that nobody paid", status(whole("c04-hodl-open"))],
    ["an invoice whose money is held", status(whole("c14-hodl-accepted"))],
    ["an invoice whose money is ours", status(whole("c21-hodl-settled"))],
    ["an invoice that was let go", status(whole("c28-hodl-canceled"), cancelledHash)],
    ["an invoice that nobody ordered", status(recordedAs("b08-lookup-unknown"))],
    [
      "a capture",
      asked({ "POST /v2/invoices/settle": {}, [lookUp]: whole("c21-hodl-settled") }, () =>
        receive.capture(preimage.toString("hex")),
      ),
    ],
    [
      "a capture of what was let go",
      asked({ "POST /v2/invoices/settle": recordedAs("c29-settle-canceled") }, () =>
        receive.capture(preimage.toString("hex")),
      ),
    ],
    [
      "a cancellation",
      asked({ "POST /v2/invoices/cancel": {}, [lookUp]: whole("c28-hodl-canceled") }, () =>
        receive.cancel(cancelledHash),
      ),
    ],
    [
      "a cancellation of what is ours",
      asked(
        {
          "POST /v2/invoices/cancel": recordedAs("c23-cancel-settled"),
          [lookUp]: whole("c21-hodl-settled"),
        },
        () => receive.cancel(hashOfHeld),
      ),
    ],
  ]);
}
