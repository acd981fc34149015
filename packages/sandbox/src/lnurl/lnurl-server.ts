import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { z } from "zod";
import { refuseForeignHosts } from "../http/refuse-foreign-hosts.ts";
import { createScheduler, type Scheduler } from "../scheduler.ts";
import { answerWithHostility } from "./hostile-answers.ts";
import { type LnurlBehaviour, lnurlBehaviourOf } from "./receiver-server-behaviour.ts";
import { type InvoiceAsked, type WrittenInvoice, writeInvoice } from "./written-invoice.ts";

export interface LnurlServerOptions {
  readonly port?: number;
  /** A real node writes the invoices of those who behave; else the server signs its own, of regtest. */
  readonly writeInvoice?: (asked: InvoiceAsked, user: string) => Promise<WrittenInvoice>;
  /** The preimage of what was paid (LUD-21), null until then. */
  readonly preimageOf?: (paymentHash: string) => Promise<string | null>;
}

/** A server of Lightning addresses `<user>@<any name>.localhost`, reached in the clear. It moves nothing. */
export interface LnurlServer {
  readonly port: number;
  /** What was asked, oldest first: path and query. */
  readonly asked: () => readonly string[];
  /** How many connections it was asked over, and how many of them are open. */
  readonly connections: () => { readonly all: number; readonly open: number };
  /** From now on LUD-21 says that the invoice was paid. Its preimage, or null where the server wrote none for it. */
  readonly settle: (paymentHash: string) => string | null;
  readonly close: () => Promise<void>;
}

/** Source of the forms: github.com/lnurl/luds, 06, 09, 16 and 21. */
export async function createLnurlServer(options: LnurlServerOptions = {}): Promise<LnurlServer> {
  const app = fastify({ forceCloseConnections: true });
  const scheduler = createScheduler();
  const asked: string[] = [];
  const preimages = new Map<string, { readonly preimage: string; readonly isPaid: boolean }>();
  const connections = { all: 0, open: 0 };
  app.server.on("connection", (socket) => {
    connections.all += 1;
    connections.open += 1;
    socket.once("close", () => void (connections.open -= 1));
  });
  refuseForeignHosts(app);
  app.addHook("onRequest", async ({ url }) => void asked.push(url));
  addPayRoutes(app, { options, scheduler, preimages });
  const url = await app.listen({ port: options.port ?? 0, host: "127.0.0.1" });
  return {
    port: Number(new URL(url).port),
    asked: () => asked,
    connections: () => ({ ...connections }),
    settle(paymentHash) {
      const written = preimages.get(paymentHash);
      if (written !== undefined) preimages.set(paymentHash, { ...written, isPaid: true });
      return written?.preimage ?? null;
    },
    async close() {
      scheduler.close();
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

interface Parts {
  readonly options: LnurlServerOptions;
  readonly scheduler: Scheduler;
  readonly preimages: Map<string, { readonly preimage: string; readonly isPaid: boolean }>;
}

const UserParams = z.object({ user: z.string() });
const HashParams = z.object({ paymentHash: z.string() });
const AmountQuery = z.object({
  amount: z
    .string()
    .regex(/^[1-9]\d{0,17}$/)
    .transform(BigInt),
});
const hostileCallbacks: Readonly<Partial<Record<string, LnurlBehaviour>>> = {
  "silent-callback": "silent",
  "redirects-callback": "redirect",
};
const refusal = (reason: string) => ({ status: "ERROR", reason });

function addPayRoutes(app: FastifyInstance, parts: Parts): void {
  const { options, scheduler, preimages } = parts;
  app.get("/.well-known/lnurlp/:user", (request, reply) => {
    const { user } = UserParams.parse(request.params);
    const behaviour = lnurlBehaviourOf(user);
    if (behaviour === "unknown-user") return reply.code(404).send(refusal("no such user"));
    return (
      answerWithHostility(reply, behaviour, scheduler) ?? reply.send(payRequestOf(request, user))
    );
  });
  app.get("/lnurlp/:user/callback", async (request, reply) => {
    const { user } = UserParams.parse(request.params);
    const behaviour = lnurlBehaviourOf(user);
    const inTheEnd = hostileCallbacks[behaviour];
    if (inTheEnd !== undefined) return answerWithHostility(reply, inTheEnd, scheduler);
    if (behaviour === "refuses") return refusal("the wallet is full");
    if (behaviour === "no-invoice") return { pr: "lnbcrt1nonsense", routes: [] };
    const { amount: amountMsat } = AmountQuery.parse(request.query);
    const terms = { amountMsat, descriptionHash: sha256(utf8ToBytes(metadataOf(request, user))) };
    const { invoice, paymentHash } = await written(terms, user, parts);
    return {
      pr: invoice,
      routes: [],
      verify: `${originOf(request)}/lnurlp/verify/${paymentHash}`,
      successAction: actionOf(behaviour),
    };
  });
  app.get("/lnurlp/verify/:paymentHash", async (request, reply) => {
    const { paymentHash } = HashParams.parse(request.params);
    const own = preimages.get(paymentHash);
    const paid = own?.isPaid === true ? own.preimage : null;
    const preimage = paid ?? (await options.preimageOf?.(paymentHash)) ?? null;
    return reply.send({ status: "OK", settled: preimage !== null, preimage });
  });
}

async function written(
  terms: InvoiceAsked,
  user: string,
  { options, preimages }: Parts,
): Promise<WrittenInvoice> {
  const behaviour = lnurlBehaviourOf(user);
  const byNode = options.writeInvoice;
  if (behaviour === "good" && byNode !== undefined) return byNode(terms, user);
  const { preimage, ...own } = writeInvoice(terms, behaviour);
  preimages.set(own.paymentHash, { preimage, isPaid: false });
  return own;
}

function payRequestOf(request: FastifyRequest, user: string) {
  const behaviour = lnurlBehaviourOf(user);
  return {
    tag: behaviour === "other-tag" ? "withdrawRequest" : "payRequest",
    callback: callbackOf(behaviour, `${originOf(request)}/lnurlp/${user}/callback`),
    minSendable: 1_000,
    maxSendable: behaviour === "takes-less" ? 2_000 : 100_000_000_000,
    metadata: metadataOf(request, user),
  };
}

/** `inside.example` is a name that the tests let lead to this machine. */
function callbackOf(behaviour: LnurlBehaviour | "good", own: string): string {
  const url = new URL(own);
  if (behaviour === "callback-inside") url.hostname = "inside.example";
  if (behaviour === "callback-literal") url.hostname = "127.0.0.1";
  if (behaviour === "callback-port") url.port = "8443";
  if (behaviour === "callback-clear") url.protocol = "http:";
  return url.href;
}

function metadataOf(request: FastifyRequest, user: string): string {
  const identifier = `${user}@${request.hostname}`;
  return JSON.stringify([
    ["text/plain", `Paid to ${identifier}`],
    ["text/identifier", identifier],
  ]);
}

function originOf({ hostname }: FastifyRequest): string {
  return `https://${hostname}`;
}

function actionOf(behaviour: LnurlBehaviour | "good") {
  return behaviour === "secret-action"
    ? { tag: "aes", description: "A secret", ciphertext: "", iv: "" }
    : { tag: "message", message: "Thank you" };
}
