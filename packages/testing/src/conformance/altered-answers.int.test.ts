import { randomUUID } from "node:crypto";
import { xof } from "@sanu/kernel";
import { connectorSettings } from "@sanu/rails";
import { type ProviderServer, simulatedProviders, simulateProvider } from "@sanu/sandbox";
import { afterEach, describe, expect, it } from "vitest";
import { stopInOrder } from "../stop-in-order.ts";
import { startAlteringProxy } from "./altering-proxy.ts";
import { withNames } from "./remembered-names.fixture.ts";
import { disburseOrderTo, orderOf } from "./sandbox-harness.fixture.ts";

type Path = readonly string[];
type Leaf = readonly [path: Path, value: unknown];

/** Every value that stands in an answer, and where. */
function leavesOf(said: unknown, at: Path = []): readonly Leaf[] {
  if (typeof said !== "object" || said === null) return [[at, said]];
  return Object.entries(said).flatMap(([name, value]) => leavesOf(value, [...at, name]));
}

function withLeaf(said: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(said)) {
    return said.map((one, at) => (String(at) === name ? withLeaf(one, rest, value) : one));
  }
  const object = said as Readonly<Record<string, unknown>>;
  return { ...object, [name]: withLeaf(object[name], rest, value) };
}

/**
 * What an answer can say in the place of any of its values. None of it is money, a moment of our calendar, or a word of anybody's
 * documentation. A new row is held against every call of every provider.
 */
const oddities: Readonly<Record<string, (value: unknown) => unknown>> = {
  "left out": () => undefined,
  null: () => null,
  "an empty text": () => "",
  nothing: () => 0,
  "less than nothing": () => -5_000,
  "less than nothing as text": () => "-5000",
  "half a franc more": (value) => (typeof value === "number" ? value + 0.5 : `${String(value)}.5`),
  "a number with an exponent, as text": () => "5e3",
  "a number that no integer is": () => 1e300,
  "a rate": () => "0.018",
  "no money": () => "0.00",
  "another currency": () => "EUR",
  "a date before our calendar": () => "0001-01-01T00:00:00+01:00",
  "a date of nobody": () => "0000-01-01T00:00:00Z",
  "a date behind our calendar": () => "9999-12-31T23:59:59-14:00",
  "a word that every object has": () => "constructor",
  "a list": (value) => [[value]],
  "an object": () => ({}),
  "a truth": () => true,
};

/** The money that an outcome tells of, whatever else it says: who paid, when, and what it cost may be missing. */
function moneyIn(outcome: unknown): string {
  const { kind, reason, amountXof, receipts } = outcome as Readonly<Record<string, unknown>>;
  const amounts = ((receipts ?? []) as readonly { amountXof: bigint }[]).map(
    (one) => one.amountXof,
  );
  return [kind, reason, amountXof, ...amounts].map(String).join(" ");
}

async function openAltered(server: ProviderServer) {
  const proxy = await startAlteringProxy(server.url);
  const settings = Object.entries(server.settings).map(
    ([name, value]) => [name, value.replaceAll(server.url, proxy.url)] as const,
  );
  const ports = { collection: "MONEY", disbursement: "MONEY" } as const;
  const environment = { MONEY: server.provider, ...Object.fromEntries(settings) };
  const { connectors } = connectorSettings(ports).parse(environment);
  const options = { callTimeoutMs: 10_000 };
  const names = withNames();
  const collection = names.collection(connectors.collection.open(options)[0]);
  const disbursement = names.disbursement(connectors.disbursement.open(options)[0]);
  const close = () => stopInOrder(collection.close, disbursement.close, proxy.close, server.close);
  return { server, proxy, collection, disbursement, close };
}

type Altered = Awaited<ReturnType<typeof openAltered>>;
type Call = () => Promise<unknown>;

const amountXof = xof(5_000n);

/** Orders of each end, and every question about them; by the provider's own name of an order as well. */
async function questionsOf(altered: Altered): Promise<ReadonlyMap<string, Call>> {
  const { server, collection, disbursement } = altered;
  const placed = async () => {
    const order = orderOf(amountXof);
    await collection.initiate(order);
    const [taken] = server.book.withKey(order.key);
    if (taken === undefined) throw new Error("The provider did not take the order");
    return { key: order.key, taken };
  };
  const [open, paid, declined] = [await placed(), await placed(), await placed()];
  server.book.settle(paid.taken);
  server.book.fail(declined.taken, "declined");
  const status = (key: string, providerReference: string | null) => () =>
    collection.status({ key, providerReference });
  const { providerReference } = (await status(paid.key, null)()) as { providerReference: string };
  const refund = { key: randomUUID(), collectionKey: paid.key, providerReference, amountXof };
  await collection.refund(refund);
  const sent = disburseOrderTo("+2290196000001");
  const failed = disburseOrderTo("+2290196000089");
  for (const order of [sent, failed]) await disbursement.disburse(order);
  return new Map<string, Call>([
    ["the status of an order that is paid", status(paid.key, null)],
    ["the same by its name", status(paid.key, providerReference)],
    ["the status of an open order", status(open.key, null)],
    ["the status of an order that was declined", status(declined.key, null)],
    ["the status of a refund", () => collection.refundStatus({ key: refund.key })],
    ["the status of a payout", () => disbursement.status(sent.key)],
    ["the status of a payout that failed", () => disbursement.status(failed.key)],
  ]);
}

interface Alteration {
  /** Which of the answers to one call, and where in it. */
  readonly answer: number;
  readonly path: Path;
  readonly odd: (value: unknown) => unknown;
}

/** The call again, with one value of one of its answers told otherwise. */
async function readAltered({ proxy }: Altered, call: Call, { answer, path, odd }: Alteration) {
  let given = 0;
  proxy.alter((said) => {
    given += 1;
    if (given !== answer + 1) return said;
    const [, value] = leavesOf(said).find(([at]) => at.join() === path.join()) ?? [];
    return withLeaf(said, path, odd(value));
  });
  return call().then(moneyIn, (error: unknown) => `thrown: ${String(error)}`);
}

/** What is told otherwise is read as before, or not at all; it is never other money, and nothing is thrown. */
async function misread(altered: Altered, call: Call): Promise<readonly string[]> {
  const { proxy } = altered;
  const answers: unknown[] = [];
  proxy.alter((said) => {
    answers.push(said);
    return said;
  });
  const plain = moneyIn(await call());
  const found: string[] = [];
  for (const [answer, said] of answers.entries()) {
    for (const [path] of leavesOf(said)) {
      for (const [what, odd] of Object.entries(oddities)) {
        const read = await readAltered(altered, call, { answer, path, odd });
        if (read === plain || read.startsWith("unknown")) continue;
        found.push(`${path.join(".")} is ${what}: ${read}`);
      }
    }
  }
  proxy.alter(null);
  return found;
}

let altered: Altered | undefined;

afterEach(async () => {
  await altered?.close();
  altered = undefined;
});

describe.each(simulatedProviders)("an answer of %s in which one value is odd", (provider) => {
  it("is read as it was or is unknown, and tells of no other money", async () => {
    altered = await openAltered(await simulateProvider(provider));
    const found: string[] = [];
    for (const [question, call] of await questionsOf(altered)) {
      const misreadings = await misread(altered, call);
      found.push(...misreadings.map((one) => `${question}: ${one}`));
    }
    expect(found).toEqual([]);
  });

  it("is no refusal of an order that is placed, and is thrown at nobody", async () => {
    altered = await openAltered(await simulateProvider(provider));
    const { collection, disbursement } = altered;
    const kindOf = async (outcome: Promise<{ readonly kind: string }>) => ({
      kind: (await outcome).kind,
    });
    const calls: readonly Call[] = [
      () => kindOf(collection.initiate(orderOf(amountXof))),
      () => kindOf(disbursement.disburse(disburseOrderTo("+2290196000001"))),
    ];
    for (const call of calls) expect(await misread(altered, call)).toEqual([]);
  });

  it("that names another order is nobody's answer", async () => {
    altered = await openAltered(await simulateProvider(provider));
    const { proxy } = altered;
    const call = (await questionsOf(altered)).get("the same by its name");
    const known = (await call?.()) as { readonly providerReference: string };
    const { providerReference: name } = known;
    proxy.alter((said) => {
      const [path = [], value] = leavesOf(said).find(([, one]) => String(one) === name) ?? [];
      return withLeaf(said, path, typeof value === "number" ? value + 1 : `${name}1`);
    });
    expect(known).toMatchObject({ kind: "completed" });
    expect(await call?.()).toMatchObject({ kind: "unknown" });
  });
});
