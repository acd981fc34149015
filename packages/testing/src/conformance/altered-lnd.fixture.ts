import { instantOfEpochMs } from "@sanu/kernel";
import { nodeSettings } from "@sanu/rails";
import { stopInOrder } from "../stop-in-order.ts";
import { type Script, startAlteringProxy } from "./altering-proxy.ts";
import { temporaryCertificate } from "./lnd-harness.ts";
import type { Question } from "./misreadings.fixture.ts";
import { scriptOf } from "./recorded-lnd.fixture.ts";

/** Of the recorded invoice that was held, and of its payment. */
export const hashOfHeld = "a25c3e96e2844ed0298a8863a0b9115bab195b871ee00048d7c6ede94a8ad634";

/** A second in which the recorded invoices could be paid. */
export const recordedAt = instantOfEpochMs(1_795_366_225_000);

/** lnd's connector, and what a real node of lnd has said, behind somebody who tells it otherwise. */
export async function openAlteredLnd() {
  let script: Script = scriptOf({});
  const own = await temporaryCertificate();
  const proxy = await startAlteringProxy((asked) => script(asked), own);
  const { nodes } = nodeSettings({
    receive: "NODE",
    send: "NODE",
    statement: "NODE",
  }).parse({
    NODE: "lnd",
    LND_URL: proxy.url,
    LND_TLS_CERTIFICATE: own.certificate,
    LND_MACAROON: "0201036c6e64",
    LND_NETWORK: "regtest",
    LND_CONFIRMATIONS: "0=1",
  });
  const options = { callTimeoutMs: 10_000, clock: { now: () => recordedAt } };
  const [receive] = nodes.receive.open(options);
  const [send] = nodes.send.open(options);
  const [statement] = nodes.statement.open(options);
  const asking = (answers: Readonly<Record<string, object>>, call: Question["call"]) => () => {
    script = scriptOf(answers);
    return call();
  };
  const rails = [receive, send, statement];
  const close = () => stopInOrder(...rails.map((rail) => rail.close), proxy.close);
  return { proxy, receive, send, statement, asking, close };
}

export type AlteredLnd = Awaited<ReturnType<typeof openAlteredLnd>>;
