import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Clock, epochMsOf } from "@sanu/kernel";
import type { RateFeedName } from "@sanu/rails";

/** What an exchange does when it is asked. */
export type ExchangeMood =
  | "well"
  | "error-500"
  | "busy"
  | "page"
  | "half-an-answer"
  | "silent"
  | "broken-connection"
  | "floating-number"
  | "zero"
  | "another-pair"
  | "endless";

export interface Exchange {
  /** Euros for one bitcoin. */
  price: number;
  mood: ExchangeMood;
  /** How far its clock is behind ours. */
  behindMs: number;
  /** Requests by the connection that they came over. */
  readonly connections: Map<number, number>;
  readonly requests: () => number;
}

/** Small servers that answer as the four exchanges document. */
export interface Exchanges {
  readonly of: Readonly<Record<RateFeedName, Exchange>>;
  readonly all: readonly Exchange[];
  /** The settings that lead a service to them. */
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

type Bodies = Readonly<Record<RateFeedName, (exchange: Exchange, clock: Clock) => object>>;

const text = (price: number) => price.toFixed(5);

const bodies: Bodies = {
  coinbase: ({ price, mood }) => ({
    data: {
      amount: mood === "floating-number" ? price : text(price),
      base: "BTC",
      currency: mood === "another-pair" ? "USD" : "EUR",
    },
  }),
  kraken({ price, mood }) {
    const level = (value: number) => [mood === "floating-number" ? value : text(value), "1"];
    const ticker = { a: level(price), b: level(price), c: level(price) };
    return { error: [], result: { [mood === "another-pair" ? "XXBTZUSD" : "XXBTZEUR"]: ticker } };
  },
  bitstamp({ price, mood, behindMs }, clock) {
    const seconds = Math.floor((epochMsOf(clock.now()) - behindMs) / 1_000);
    const level = mood === "floating-number" ? price : text(price);
    // It names no pair: the path does.
    if (mood === "another-pair") return { status: "error", reason: "Not found." };
    return { timestamp: `${seconds}`, last: level, bid: level, ask: level };
  },
  binance({ price, mood }) {
    const level = mood === "floating-number" ? price : text(price);
    const symbol = mood === "another-pair" ? "BTCUSDT" : "BTCEUR";
    return { symbol, bidPrice: level, bidQty: "1", askPrice: level, askQty: "1" };
  },
};

const paths: Readonly<Record<RateFeedName, string>> = {
  coinbase: "/v2/prices/BTC-EUR/spot",
  kraken: "/0/public/Ticker?pair=XBTEUR",
  bitstamp: "/api/v2/ticker/btceur/",
  binance: "/api/v3/ticker/bookTicker?symbol=BTCEUR",
};

const names: readonly RateFeedName[] = ["coinbase", "kraken", "bitstamp", "binance"];

/** Starts the four; all are well and agree on a price (euros) until a test says otherwise. */
export async function startExchanges(clock: Clock, price = 91_470): Promise<Exchanges> {
  const started = await Promise.all(
    names.map(async (name) => {
      const exchange = newExchange(price);
      const server = createServer((request, response) =>
        answer({ name, exchange, clock }, request, response),
      );
      return { name, exchange, server, url: await listen(server) };
    }),
  );
  const byName = new Map(started.map(({ name, exchange }) => [name, exchange]));
  const find = (name: RateFeedName) => byName.get(name) ?? newExchange(price);
  return {
    of: {
      coinbase: find("coinbase"),
      kraken: find("kraken"),
      bitstamp: find("bitstamp"),
      binance: find("binance"),
    },
    all: started.map(({ exchange }) => exchange),
    env: {
      RATE_SOURCE: "market",
      RATE_POLL_MS: "100",
      ...Object.fromEntries(started.map(({ name, url }) => [`${name.toUpperCase()}_URL`, url])),
    },
    async close() {
      for (const { server } of started) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

function newExchange(price: number): Exchange {
  const connections = new Map<number, number>();
  return {
    price,
    mood: "well",
    behindMs: 0,
    connections,
    requests: () => [...connections.values()].reduce((sum, each) => sum + each, 0),
  };
}

async function listen(server: Server): Promise<string> {
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", () => listening.resolve());
  await listening.promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Not listening on TCP");
  return `http://127.0.0.1:${address.port}`;
}

function answer(
  of: { readonly name: RateFeedName; readonly exchange: Exchange; readonly clock: Clock },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { name, exchange, clock } = of;
  const port = request.socket.remotePort ?? 0;
  exchange.connections.set(port, (exchange.connections.get(port) ?? 0) + 1);
  const json = (status: number, body: object) =>
    void response
      .writeHead(status, { "content-type": "application/json" })
      .end(JSON.stringify(body));
  if (request.url !== paths[name]) return json(404, { message: "not found" });
  switch (exchange.mood) {
    case "silent":
      return undefined;
    case "broken-connection":
      return void request.socket.resetAndDestroy();
    case "error-500":
      return json(500, { error: ["EService:Unavailable"] });
    case "busy":
      return json(429, { code: -1003, msg: "Too many requests." });
    case "page":
      return void response.end("<html><body>Checking your browser</body></html>");
    case "half-an-answer":
      return void response.end(JSON.stringify(bodies[name](exchange, clock)).slice(0, 20));
    case "endless":
      return void response.end(`"${"9".repeat(70_000)}"`);
    case "zero":
      return json(200, bodies[name]({ ...exchange, price: 0 }, clock));
    case "well":
    case "floating-number":
    case "another-pair":
      return json(200, bodies[name](exchange, clock));
  }
}
