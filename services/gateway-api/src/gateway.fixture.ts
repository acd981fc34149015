import {
  AssertStaffAct,
  ClearLoginFailures,
  ConsumeQuota,
  type ReplyInput,
  type RequestData,
  type RequestDefinition,
} from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import {
  connectNats,
  createLogger,
  type HandlerRefusal,
  type Logger,
  type RequestContext,
} from "@sanu/platform";
import {
  type ApiClient,
  createApiClient,
  eventually,
  testNamespace,
  testNatsUrl,
} from "@sanu/testing";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { compose, type GatewayService } from "./compose.ts";
import { readGatewayConfig } from "./config.ts";
import { defaultReplies } from "./replies.fixture.ts";
import { serveAll, startBeat } from "./stand-ins.fixture.ts";
import { createTokenSigner, type TokenSigner } from "./token-signer.fixture.ts";

type Handler = (data: unknown, context: RequestContext) => Promise<unknown>;

type Given<Definition> = ReplyInput<Definition> | HandlerRefusal<string>;

interface ReceivedRequest {
  readonly name: string;
  readonly data: unknown;
  readonly context: RequestContext;
}

export interface TestGateway {
  readonly gateway: GatewayService;
  readonly api: ApiClient;
  readonly requests: ReceivedRequest[];
  /** The requests that count what strangers do, which come before those of the routes. */
  readonly counted: ReceivedRequest[];
  /** What identity was asked before each request of the staff. */
  readonly proofs: ReceivedRequest[];
  readonly reply: <Definition extends RequestDefinition>(
    definition: Definition,
    handle: (
      data: RequestData<Definition>,
      context: RequestContext,
    ) => Given<Definition> | Promise<Given<Definition>>,
  ) => void;
  /** Back to the replies of a system where all is well. */
  readonly reset: () => void;
  /** A request fails from now on, as if its service had a fault. */
  readonly fail: (definition: RequestDefinition) => void;
  readonly lines: string[];
  /** Publishes that a transaction changed, as transactions does. */
  readonly publishChange: (transactionId: string) => void;
  /** Publishes that a session or a token is over, as identity does. */
  readonly revoke: (id: string) => void;
  /** Publishes which moment it is, as identity does. */
  readonly publishMoment: (at: Instant) => void;
  /** Identity falls silent: no beat from now on. */
  readonly silence: () => void;
  readonly stop: () => Promise<void>;
}

/** Where the client of a test comes from: it sends nothing back that it got from us. */
export const anySource = { address: "127.0.0.1", device: expect.any(String), isKnown: false };

export interface TestGatewayOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly signer?: TokenSigner;
  /** Requests that fail from the start; with the keys among them the gateway does not become ready. */
  readonly failing?: readonly string[];
  readonly drainPause?: () => Promise<void>;
}

const settings = {
  SANU_ENV: "staging",
  STAGING_USER_ID: "on",
  GATEWAY_HOST: "127.0.0.1",
  GATEWAY_PORT: "0",
  REQUESTS_PER_USER_AND_MINUTE: "1000000",
  OPEN_REQUESTS_PER_ADDRESS_AND_MINUTE: "1000000",
  CALLBACKS_PER_ADDRESS_AND_MINUTE: "1000000",
  GATEWAY_DRAIN_PAUSE_MS: "0",
};

/** A gateway with its own port and namespace, before services that reply as a test says. */
export async function startGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const { env = {}, signer = createTokenSigner(), failing = [] } = options;
  const namespace = testNamespace();
  const services = await connectNats({ url: testNatsUrl(), name: "services", namespace });
  const handlers = new Map<string, Handler>();
  const requests: ReceivedRequest[] = [];
  const counted: ReceivedRequest[] = [];
  const proofs: ReceivedRequest[] = [];
  const reset = () => {
    for (const log of [requests, counted, proofs]) log.length = 0;
    handlers.clear();
    for (const [name, data] of Object.entries(defaultReplies(signer.publicJwk))) {
      handlers.set(name, async () => data);
    }
  };
  reset();
  for (const name of failing) handlers.delete(name);
  const stopServing = await serveAll(services, async (name, data, context) => {
    const isCounted = name === ConsumeQuota.name || name === ClearLoginFailures.name;
    const others = name === AssertStaffAct.name ? proofs : requests;
    (isCounted ? counted : others).push({ name, data, context });
    const handle = handlers.get(name);
    if (handle === undefined) throw new Error("This request fails");
    return handle(data, context);
  });
  const beat = startBeat(services, namespace);
  const lines: string[] = [];
  const gateway = await compose(
    readGatewayConfig({
      ...settings,
      NATS_URL: testNatsUrl(),
      NATS_NAMESPACE: namespace,
      ...env,
    }),
    {
      ...(options.drainPause && { drainPause: options.drainPause }),
      logger: loggerInto(lines),
    },
  );
  await gateway.start();
  if (failing.length === 0) {
    await eventually("the gateway is ready", () => isReady(gateway));
    requests.length = 0;
  }
  const api = createApiClient(gateway.url());
  return {
    gateway,
    api,
    requests,
    counted,
    proofs,
    reply: (definition, handle) => {
      handlers.set(definition.name, async (data, context) => handle(data as never, context));
    },
    reset,
    fail: (definition) => void handlers.delete(definition.name),
    lines,
    ...beat,
    stop: async () => {
      await api.close();
      await gateway.stop();
      beat.silence();
      await stopServing();
      await services.close();
    },
  };
}

function loggerInto(lines: string[]): Logger {
  const destination = { write: (line: string) => void lines.push(line) };
  return createLogger({ service: "gateway-api", level: "info", destination });
}

/** A gateway for all tests of a file; each begins with a system where all is well. */
export function useGateway(options: TestGatewayOptions = {}): TestGateway {
  const test: Partial<TestGateway> = {};
  beforeAll(async () => void Object.assign(test, await startGateway(options)));
  afterEach(() => test.reset?.());
  afterAll(() => test.stop?.());
  return test as TestGateway;
}

export async function isReady(gateway: GatewayService): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${gateway.healthPort()}/readyz`)).ok;
}
