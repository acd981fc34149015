import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { ZodError } from "zod";
import type { Mishap } from "../control/control.ts";
import { spoil } from "../http/operations.ts";
import { refuseForeignHosts } from "../http/refuse-foreign-hosts.ts";
import { sandboxLimits } from "../limits.ts";
import { createScheduler } from "../scheduler.ts";
import { createProviderBook, type ProviderBook } from "./provider-book.ts";
import {
  createProviderCallbacks,
  type ProviderCallbacks,
  type SignedBody,
} from "./provider-callbacks.ts";
import { createProviderFaults, type ProviderCall, type ProviderFaults } from "./provider-faults.ts";
import type { ProviderOrder } from "./provider-order.ts";

export interface ProviderResponse {
  readonly status: number;
  /** Null where there is none. */
  readonly body: object | null;
}

/** What a provider's routes work with. */
export interface ProviderParts {
  /** Whether calls that come too often are refused, where the provider says how often they may. */
  readonly limitsCalls: boolean;
  readonly book: ProviderBook;
  readonly nowMs: () => number;
  /** Where payers reach its page. */
  readonly publicUrl: () => string;
  readonly call: (
    route: `${"GET" | "POST" | "PUT"} /${string}`,
    name: ProviderCall | ((request: FastifyRequest) => ProviderCall),
    handle: (request: FastifyRequest) => ProviderResponse,
  ) => void;
}

export interface Sending {
  readonly nowMs: () => number;
  readonly callbackUrl: string;
}

/** One provider as its documentation describes it; its folder says the rest. */
export interface ProviderDefinition {
  readonly provider: string;
  /** Under these its connector reaches the server and verifies what it sends. */
  readonly settingsFor: (
    url: string,
    callbackUrl: string | null,
  ) => Readonly<Record<string, string>>;
  readonly isAuthorised: (request: FastifyRequest) => boolean;
  readonly unauthorised: ProviderResponse;
  /** What it says of a body that it cannot read. */
  readonly invalid: (fields: readonly string[]) => ProviderResponse;
  readonly notFound: (call: ProviderCall) => ProviderResponse;
  readonly addRoutes: (parts: ProviderParts) => void;
  /** The callback about an order as it is now; null where it sends none. */
  readonly callbackOf: (order: ProviderOrder, sending: Sending) => SignedBody | null;
  /** Whether it refuses to give back more than came in. */
  readonly bindsRefunds: boolean;
  /** Whether it says in its first answer that a payout has failed. */
  readonly failsAtOnce: boolean;
  /** Whether a page says what it refuses one collection for; else only our own connector does. */
  readonly refusesCollections?: false;
  /** Whether payers see a page of it; else their phone asks them. */
  readonly hasPage: boolean;
  /** Whether it can be asked by our own key; else only by names that it gave itself. */
  readonly findsByKey?: boolean;
  /** A payout costs so great a part of its amount; null where no status says what it costs. */
  readonly feeShare: bigint | null;
  /** A callback that was not taken is lost. */
  readonly sendsCallbacksOnce?: true;
  /** The call whose lost answer leaves the order done, where it is another one than the first. */
  readonly actingCall: Partial<Record<ProviderCall, ProviderCall>>;
  /** A call of ours that this provider answers with another one of its own. */
  readonly answeredBy: Partial<Record<ProviderCall, ProviderCall>>;
}

export interface ProviderServerOptions {
  readonly callbackUrl?: string | null;
  readonly settleAfterMs?: number;
  readonly callbackRetriesMs?: readonly number[];
  readonly limitsCalls?: boolean;
}

type ShownTrait =
  | "actingCall"
  | "answeredBy"
  | "bindsRefunds"
  | "failsAtOnce"
  | "findsByKey"
  | "hasPage"
  | "refusesCollections";

/** A running provider. `book` is the independent truth about what it did. */
export interface ProviderServer {
  readonly provider: string;
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly book: ProviderBook;
  readonly faults: ProviderFaults;
  readonly callbacks: Pick<ProviderCallbacks, "change" | "send">;
  /** The callback about an order once more, or about one as it is not. */
  readonly callbackOf: (order: ProviderOrder, nowMs?: () => number) => SignedBody | null;
  readonly definition: Pick<ProviderDefinition, ShownTrait>;
  readonly close: () => Promise<void>;
}

const retriesMs = [200, 500, 1_000];

/** Starts a provider's server on a free port of this machine. */
export async function startProviderServer(
  definition: ProviderDefinition,
  options: ProviderServerOptions = {},
): Promise<ProviderServer> {
  const { feeShare } = definition;
  const { callbackUrl = null, settleAfterMs = 0, callbackRetriesMs = retriesMs } = options;
  const scheduler = createScheduler();
  const repeatsMs = definition.sendsCallbacksOnce ? [] : callbackRetriesMs;
  const callbacks = createProviderCallbacks(scheduler, callbackUrl, repeatsMs);
  const faults = createProviderFaults();
  const nowMs = () => Date.now();
  const callbackOf = (order: ProviderOrder, at = nowMs) =>
    callbackUrl === null ? null : definition.callbackOf(order, { nowMs: at, callbackUrl });
  const onChange = (order: ProviderOrder) => {
    const signed = callbackOf(order);
    if (signed !== null) callbacks.send(signed);
  };
  const book = createProviderBook({ scheduler, nowMs, settleAfterMs, onChange, feeShare });
  const app = createApp(definition);
  let url = "";
  definition.addRoutes({
    limitsCalls: options.limitsCalls ?? false,
    book,
    nowMs,
    publicUrl: () => url,
    call: (route, name, handle) => {
      const [method = "", path = ""] = route.split(" ");
      app.route({
        method,
        url: path,
        handler: (request, reply) => {
          if (!definition.isAuthorised(request)) return answer(reply, definition.unauthorised);
          const call = typeof name === "string" ? name : name(request);
          const fault = faults.next(call);
          if (fault === undefined) return answer(reply, handle(request));
          if (fault.acts || fault.mode === "lost") handle(request);
          return fail(reply, fault, call);
        },
      });
    },
  });
  const fail = (reply: FastifyReply, fault: Mishap, call: ProviderCall) =>
    fault.mode === "not-found"
      ? answer(reply, definition.notFound(call))
      : spoil(reply, fault, scheduler);
  addPaymentPage(app, book);
  url = await app.listen({ port: 0, host: "127.0.0.1" });
  const { provider } = definition;
  const settings = definition.settingsFor(url, callbackUrl);
  return {
    provider,
    url,
    settings,
    book,
    faults,
    callbacks,
    callbackOf,
    definition,
    async close() {
      scheduler.close();
      callbacks.close();
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

function createApp({ invalid }: ProviderDefinition): FastifyInstance {
  const app = fastify({ bodyLimit: sandboxLimits.bodyBytesMax, forceCloseConnections: true });
  refuseForeignHosts(app);
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof ZodError)) return reply.code(500).send({ message: "internal" });
    return answer(reply, invalid(error.issues.map(({ path }) => path.join("."))));
  });
  return app;
}

function answer(reply: FastifyReply, { status, body }: ProviderResponse): FastifyReply {
  reply.code(status).header("date", new Date().toUTCString());
  return body === null ? reply.send() : reply.send(body);
}

/** Where payers of the provider say yes or no. */
function addPaymentPage(app: FastifyInstance, book: ProviderBook): void {
  const page = "/pay/:id";
  const orderOf = (request: FastifyRequest) =>
    book.find(Number((request.params as { readonly id: string }).id));
  app.get(page, (_request, reply) => reply.type("text/html").send("<html><body>Approve?</body>"));
  app.post(`${page}/approve`, (request, reply) => {
    const order = orderOf(request);
    if (order !== undefined) book.settle(order);
    return reply.code(204).send();
  });
  app.post(`${page}/decline`, (request, reply) => {
    const order = orderOf(request);
    if (order !== undefined) book.fail(order, "declined");
    return reply.code(204).send();
  });
}
