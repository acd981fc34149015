import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import {
  ForgiveTurns,
  identityRequests,
  paymentsRequests,
  payoutsRequests,
  type ReplyInput,
  type RequestData,
  type RequestDefinition,
  type RevocationNews,
  revocationsSubject,
  TakeTurn,
  transactionChangedSubject,
  transactionsRequests,
} from "@sanu/contracts";
import { instantOfEpochMs, newId, plusMs } from "@sanu/kernel";
import {
  connectNats,
  createLogger,
  type HandlerRefusal,
  handleRequest,
  type Messaging,
  type RequestContext,
  type RequestHandler,
} from "@sanu/platform";
import {
  type ApiClient,
  createApiClient,
  eventually,
  testNamespace,
  testNatsUrl,
} from "@sanu/testing";
import { compose, type GatewayService } from "./compose.ts";
import { readGatewayConfig } from "./config.ts";
import { defaultReplies } from "./replies.fixture.ts";

type Handler = (data: unknown, context: RequestContext) => Promise<unknown>;

type Given<Definition> = ReplyInput<Definition> | HandlerRefusal<string>;

interface Asked {
  readonly name: string;
  readonly data: unknown;
  readonly context: RequestContext;
}

export interface TestGateway {
  readonly gateway: GatewayService;
  readonly api: ApiClient;
  readonly asked: Asked[];
  /** The asks that count what strangers do, which come before those of the routes. */
  readonly counted: Asked[];
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
  /** Tells every gateway that a transaction changed, as transactions does. */
  readonly tellChange: (transactionId: string) => void;
  /** Tells the gateway that a session or a token is over, as identity does. */
  readonly revoke: (id: string) => void;
  /** Identity falls silent: no beat from now on. */
  readonly silence: () => void;
  readonly stop: () => Promise<void>;
}

export interface TestGatewayOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly signer?: TokenSigner;
  /** Requests that fail from the start; with the keys among them the gateway does not become ready. */
  readonly failing?: readonly string[];
}

/** A gateway with its own port and namespace, before services that answer what a test tells them to. */
export async function startGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const { env = {}, signer = createTokenSigner(), failing = [] } = options;
  const namespace = testNamespace();
  const services = await connectNats({ url: testNatsUrl(), name: "services", namespace });
  const handlers = new Map<string, Handler>();
  const asked: TestGateway["asked"] = [];
  const counted: TestGateway["asked"] = [];
  const reset = () => {
    asked.length = 0;
    counted.length = 0;
    handlers.clear();
    for (const [name, data] of Object.entries(defaultReplies(signer.publicJwk))) {
      handlers.set(name, async () => data);
    }
  };
  reset();
  for (const name of failing) handlers.delete(name);
  const stopServing = await answerAll(services, async (name, data, context) => {
    const log = name === TakeTurn.name || name === ForgiveTurns.name ? counted : asked;
    log.push({ name, data, context });
    const handle = handlers.get(name);
    if (handle === undefined) throw new Error("This request fails");
    return handle(data, context);
  });
  const beat = startBeat(services, namespace);
  const lines: string[] = [];
  const gateway = await compose(
    readGatewayConfig({
      NATS_URL: testNatsUrl(),
      NATS_NAMESPACE: namespace,
      GATEWAY_HOST: "127.0.0.1",
      GATEWAY_PORT: "0",
      REQUESTS_PER_USER_AND_MINUTE: "1000000",
      ...env,
    }),
    {
      logger: createLogger({
        service: "gateway-api",
        level: "info",
        destination: { write: (line) => void lines.push(line) },
      }),
    },
  );
  await gateway.start();
  if (failing.length === 0) {
    await eventually("the gateway is ready", () => isReady(gateway));
    asked.length = 0;
  }
  const api = createApiClient(gateway.url());
  return {
    gateway,
    api,
    asked,
    counted,
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

const beatMs = 100;

/** The news of identity about revocations, from a sequence that begins at 0, and those of transactions. */
function startBeat(services: Messaging, namespace: string) {
  let sequence = 0;
  const tell = (revocations: RevocationNews["revocations"]) => {
    const news = { afterSequence: sequence, sequence: sequence + revocations.length, revocations };
    sequence = news.sequence;
    services.publishCore(revocationsSubject(namespace), JSON.stringify(news));
  };
  const timer = setInterval(() => tell([]), beatMs);
  return {
    revoke: (id: string) => {
      const from = instantOfEpochMs(Date.now());
      tell([{ id, from, until: plusMs(from, 3_600_000) }]);
    },
    silence: () => clearInterval(timer),
    tellChange: (id: string) => services.publishCore(transactionChangedSubject(namespace), id),
  };
}

export async function isReady(gateway: GatewayService): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${gateway.healthPort()}/readyz`)).ok;
}

async function answerAll(
  services: Messaging,
  handle: (name: string, data: unknown, context: RequestContext) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const definitions: readonly RequestDefinition[] = [
    ...identityRequests,
    ...transactionsRequests,
    ...paymentsRequests,
    ...payoutsRequests,
  ];
  const handlers = definitions.map(
    (definition): RequestHandler =>
      handleRequest(definition, async (data, context) => handle(definition.name, data, context)),
  );
  const stop = services.serve({ handlers, onFault: () => undefined });
  await services.connection.flush();
  return stop;
}

export type TokenSigner = ReturnType<typeof createTokenSigner>;

/** Signs tokens as identity does, and wrongly where a test asks for it. */
export function createTokenSigner(keyId = "test-key") {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  return {
    keyId,
    publicKey,
    publicJwk: { kty: "OKP", crv: "Ed25519", x, kid: keyId, alg: "EdDSA", use: "sig" },
    token(
      claims: Readonly<Record<string, unknown>> = {},
      header: Readonly<Record<string, unknown>> = {},
      key: KeyObject = privateKey,
    ): string {
      const now = Math.floor(Date.now() / 1_000);
      const signed = [
        { alg: "EdDSA", typ: "at+jwt", kid: keyId, ...header },
        {
          iss: "sanu-identity",
          aud: "sanu-api",
          sub: newId(),
          sid: newId(),
          jti: newId(),
          iat: now,
          exp: now + 3_600,
          roles: ["user"],
          ...claims,
        },
      ]
        .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .join(".");
      const signature = sign(
        key.asymmetricKeyType === "ed25519" ? null : "sha256",
        Buffer.from(signed),
        key,
      );
      return `${signed}.${signature.toString("base64url")}`;
    },
  };
}
