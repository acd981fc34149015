import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "@nats-io/transport-node";
import { Pool } from "undici";
import { openBarePostgres } from "../floors/bare-postgres.ts";
import { bareRow, bareRowsTable } from "../floors/bare-rows.ts";
import { openBareStream } from "../floors/bare-stream.ts";
import { atFixedRate, medianOf } from "../measure.ts";
import type { BenchServers } from "../system/servers.ts";

/** The kinds of steps that a purchase is made of, one after the other. */
export type HopKind = "commit" | "fact" | "request" | "http";

/** How long each takes alone, p50 in milliseconds. */
export type HopTimes = Readonly<Record<HopKind, number>>;

/** How many of each lie one behind the other between the order and COMPLETED (docs/performance.md). */
export const hopsOfPurchase: HopTimes = { commit: 8, fact: 5, request: 4, http: 6 };

/** The raw hops, measured at the pace of the purchases, so that a waking processor costs both the same. */
export interface RawHops {
  readonly measure: (perSecond: number, durationMs: number) => Promise<HopTimes>;
  readonly close: () => Promise<void>;
}

/** Opens the bare ends of each kind of hop. */
export async function openRawHops(servers: BenchServers): Promise<RawHops> {
  const url = await servers.newDatabase("bench_hops");
  await servers.administrate(bareRowsTable, url);
  const postgres = openBarePostgres(url);
  const [here, there] = await Promise.all([
    connect({ servers: servers.nats.url }),
    connect({ servers: servers.nats.url }),
  ]);
  there.subscribe("bare.echo", {
    callback: (_error, message) => void message.respond(message.data),
  });
  const factHop = await openFactHop(here, there);
  const web = await openWeb();
  const subjectId = "0b6d3c1e-5a57-4d2a-9d5e-8a4f8f0c1e11";
  const hops: Readonly<Record<HopKind, () => Promise<unknown>>> = {
    commit: () => postgres.commit([bareRow(subjectId)]),
    fact: factHop,
    request: () => here.request("bare.echo", payload, { timeout: 5_000 }),
    http: () => web.call(),
  };
  return {
    async measure(perSecond, durationMs) {
      const of = async (kind: HopKind) =>
        medianOf(await atFixedRate(hops[kind], { perSecond, durationMs: durationMs / 4 }));
      return {
        commit: await of("commit"),
        fact: await of("fact"),
        request: await of("request"),
        http: await of("http"),
      };
    },
    async close() {
      await postgres.close();
      await Promise.all([here.close(), there.close()]);
      await web.close();
    },
  };
}

const payload = "x".repeat(400);

/** From the publish to the delivery at a durable reader; numbered, because several may be on the way. */
async function openFactHop(
  here: Awaited<ReturnType<typeof connect>>,
  there: Awaited<ReturnType<typeof connect>>,
): Promise<() => Promise<void>> {
  const writer = await openBareStream(here, "BARE_HOPS", true);
  const reader = await openBareStream(there, "BARE_HOPS", false);
  const waiting = new Map<string, () => void>();
  await reader.follow((text) => {
    const number = text.slice(payload.length);
    waiting.get(number)?.();
    waiting.delete(number);
    return Promise.resolve();
  });
  let last = 0;
  return () => {
    last += 1;
    const number = String(last);
    void writer.publish(payload + number);
    return new Promise((resolve) => waiting.set(number, resolve));
  };
}

async function openWeb() {
  const server = createServer((request, response) => {
    request.resume();
    request.once("end", () => response.end(payload));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server that listens has an address object.
  const { port } = server.address() as AddressInfo;
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 16 });
  return {
    async call() {
      const response = await pool.request({ path: "/", method: "POST", body: payload });
      await response.body.text();
    },
    async close() {
      await pool.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
