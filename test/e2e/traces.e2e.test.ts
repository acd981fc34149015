import { randomBytes } from "node:crypto";
import { type PublishingService, publishingServices } from "@sanu/contracts";
import { startTraceView, type TraceSpan } from "@sanu/local-stack";
import { createLogger, traceIdOf, writeTraceparent } from "@sanu/platform";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { createdOf, detailOf, numberEndingIn } from "./buy.ts";
import { startSanu } from "./start-world.ts";

const view = await startTraceView();
const lines: string[] = [];
const destination = { write: (line: string) => void lines.push(line) };
const world = await startSanu({
  settings: { OTEL_EXPORTER_OTLP_ENDPOINT: view.url, OTEL_TRACES_SAMPLER_ARG: "1" },
  logger: createLogger({ service: "world", level: "info", destination }),
});
const person = await world.signUp();
const number = numberEndingIn("789");

afterAll(async () => {
  await world.stop();
});

/** A purchase whose client names the trace; by its id alone, so that identity has a part in it. */
async function buyTraced() {
  const [traceId, spanId] = [randomBytes(16), randomBytes(8)].map((id) => id.toString("hex"));
  const client = { traceId: traceId ?? "", spanId: spanId ?? "", isSampled: true };
  const response = await world.api.call("POST", "/api/v1/transactions/create", {
    headers: {
      "x-staging-user-id": person.accountId,
      traceparent: writeTraceparent(client),
    },
    body: { amount: 10_000, type: "BUY_BITCOIN", receiver_address: "ok@sandbox.sanu", number },
  });
  const { id } = createdOf(response);
  await eventually("the purchase is completed", async () => {
    return (await detailOf(world, person, id)).status === "COMPLETED";
  });
  return { client, id };
}

const spansOf = (traceId: string): readonly TraceSpan[] => view.store.find(traceId)?.spans ?? [];

/** What no other span of the trace, nor the client's, has led to. */
function orphansIn(client: { readonly traceId: string; readonly spanId: string }) {
  const spans = spansOf(client.traceId);
  const known = new Set([client.spanId, ...spans.map(({ spanId }) => spanId)]);
  return spans.filter(({ parentId }) => !known.has(parentId ?? ""));
}

const valueOf = ({ attributes }: TraceSpan, wanted: string) =>
  attributes.find(([name]) => name === wanted)?.[1];

/** The traces that the events of a purchase belong to, in the log of each service. */
async function tracesOf(service: PublishingService, id: string): Promise<readonly string[]> {
  const rows = await world.databases[service].query<{ traceparent: string | null }>(
    CompiledQuery.raw(
      "select traceparent from events where stream_id::text = $1 or data->>'transactionId' = $1",
      [id],
    ),
  );
  return rows.map(({ traceparent }) => traceIdOf(traceparent) ?? "none");
}

describe("a purchase that is traced", () => {
  it("is one trace over all five services, from the request to the calls of both providers", async () => {
    const { client, id } = await buyTraced();
    const last = ["sandbox send call", "publish sanu.transactions.TransactionCompleted.v1"];
    await eventually("the last of it is shown", () => {
      const names = new Set(spansOf(client.traceId).map(({ name }) => name));
      return last.every((name) => names.has(name)) && orphansIn(client).length === 0;
    });

    const spans = spansOf(client.traceId);
    expect(new Set(spans.map(({ service }) => service))).toEqual(
      new Set(["gateway-api", ...publishingServices]),
    );
    const calls = spans.filter((span) => valueOf(span, "sanu.provider") !== undefined);
    expect(calls.map((span) => valueOf(span, "sanu.attempt.kind"))).toEqual(
      expect.arrayContaining(["collection", "send"]),
    );
    expect(orphansIn(client)).toEqual([]);
    const roots = spans.filter(({ parentId }) => parentId === client.spanId);
    expect(roots.map(({ name }) => name)).toEqual(["POST /api/v1/transactions/create"]);
    for (const service of ["transactions", "payments", "payouts"] as const) {
      expect(new Set(await tracesOf(service, id))).toEqual(new Set([client.traceId]));
    }
  });

  it("is found in the log by its trace, and nobody's number or address is in a span", async () => {
    const { client } = await buyTraced();
    await world.settled();
    const shown = JSON.stringify(view.store.list());

    expect(lines.join("")).toContain(`"traceId":"${client.traceId}"`);
    expect(shown).toContain("/api/v1/auth/login");
    for (const secret of [person.email, person.password, person.token, number, "ok@sandbox.sanu"]) {
      expect(shown).not.toContain(secret);
    }
  });
});

it("a purchase that is not sampled is in no trace, whatever its client says, and its lines join all the same", async () => {
  await world.programs.stop("gateway");
  await world.programs.start("gateway", { OTEL_TRACES_SAMPLER_ARG: "0" });
  const before = view.store.list().length;
  const { client, id } = await buyTraced();
  await world.programs.stop("gateway");

  expect(spansOf(client.traceId)).toEqual([]);
  expect(view.store.list()).toHaveLength(before);
  expect(new Set(await tracesOf("payouts", id))).toEqual(new Set([client.traceId]));
  await world.programs.start("gateway");
});

it("a collector that is away changes nothing for a purchase", async () => {
  await view.stop();
  const { id } = await buyTraced();

  expect((await detailOf(world, person, id)).status).toBe("COMPLETED");
  await world.expectBooksToBalance();
});
