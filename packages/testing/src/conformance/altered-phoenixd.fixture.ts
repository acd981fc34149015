import { createHash } from "node:crypto";
import { sats } from "@sanu/kernel";
import { nodeSettings } from "@sanu/rails";
import { stopInOrder } from "../stop-in-order.ts";
import { recordedAt } from "./altered-lnd.fixture.ts";
import { type Script, startAlteringProxy } from "./altering-proxy.ts";
import { moneyOf, orLess, orUnderWay, type Question } from "./misreadings.fixture.ts";
import { recordedAs, scriptOf } from "./recorded-lnd.fixture.ts";

/** phoenixd's connector, behind somebody who tells what its source writes otherwise. */
export async function openAlteredPhoenixd() {
  let script: Script = scriptOf({});
  const proxy = await startAlteringProxy((asked) => script(asked));
  const { nodes } = nodeSettings({ send: "NODE" }).parse({
    NODE: "phoenixd",
    PHOENIXD_URL: proxy.url,
    PHOENIXD_PASSWORD: "a password of nobody",
    PHOENIXD_NETWORK: "regtest",
  });
  const [send] = nodes.send.open({ callTimeoutMs: 10_000, clock: { now: () => recordedAt } });
  const asking = (answers: Readonly<Record<string, object>>, call: Question["call"]) => () => {
    script = scriptOf(answers);
    return call();
  };
  return { proxy, send, asking, close: () => stopInOrder(send.close, proxy.close) };
}

export type AlteredPhoenixd = Awaited<ReturnType<typeof openAlteredPhoenixd>>;

const preimage = "01".repeat(32);
const paymentHash = createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex");
const naturalKey = `lightning:${paymentHash}`;
const feeLimitSats = sats(100n);
const amountSats = sats(1_500n);
const looking = "GET /payments/outgoingbyhash/";

const underWay = {
  subType: "lightning",
  paymentId: "0f1d1a91-37d7-4f5e-b1f7-63ed04ea5b6a",
  paymentHash,
  preimage: null,
  isPaid: false,
  sent: 1_500,
  fees: 10_000,
  createdAt: 1_795_366_225_000,
  completedAt: null,
};
const failed = { ...underWay, completedAt: 1_795_366_226_000 };
const paid = { ...failed, preimage, isPaid: true };
const notFound = { status: 404, date: "", text: "Not found" };

/** What a payment cost is the node's own word, and nothing is a cost. */
const ofNoFee = (read: string): string => read.replace(/settled \d+/, "settled 0");

/** Everything that payouts asks it. */
export function questionsOf({ send, asking }: AlteredPhoenixd): ReadonlyMap<string, Question> {
  const { payment_request: invoice } = JSON.parse(recordedAs("b01-invoice-create").text);
  const destination = { kind: "bolt11", canonical: invoice } as Parameters<
    typeof send.prepare
  >[0]["destination"];
  const payload = { rail: "lightning", invoice, amountSat: null, verifyUrl: null };
  const prepared = { naturalKey, payload: JSON.stringify(payload) };
  const asked = (answers: Readonly<Record<string, object>>, call: Question["call"]): Question => ({
    call: asking(answers, call),
    read: moneyOf,
    mayBe: (now, before) => orUnderWay(now) || now === ofNoFee(before),
  });
  const paying = (answer: object, book: object) =>
    asked({ "POST /payinvoice": answer, [looking]: book }, () =>
      send.send({ prepared, amountSats, feeLimitSats }),
    );
  const status = (book: object) => asked({ [looking]: book }, () => send.status(naturalKey));
  const yes = {
    recipientAmountSat: 1_500,
    routingFeeSat: 10,
    paymentHash,
    paymentPreimage: preimage,
  };
  const no = { paymentHash, reason: "recipient node is offline or unreachable" };
  const order = { key: "order", destination, amountSats, feeLimitSats };
  return new Map<string, Question>([
    ["a payment before it is made", asked({ [looking]: notFound }, () => send.prepare(order))],
    ["a payment", paying(yes, paid)],
    ["a payment without a way", paying(no, failed)],
    ["the status of what is paid", status(paid)],
    ["the status of what failed", status(failed)],
    ["the status of what is under way", status(underWay)],
    ["the status of what nobody sent", status(notFound)],
    [
      "what can be sent",
      {
        call: asking({ "GET /getbalance": { balanceSat: 70_000, feeCreditSat: 0 } }, async () => {
          const said = await send.liquidity();
          return said.kind === "unknown" ? said : { kind: said.kind, value: said.nodes };
        }),
        read: moneyOf,
        mayBe: orLess,
      },
    ],
  ]);
}
