import { xof } from "@sanu/kernel";
import {
  type CollectionRail,
  connectorSettings,
  type DisburseRail,
  providersSetting,
} from "@sanu/rails";
import {
  type ProviderCall,
  type ProviderServer,
  type SimulatedProvider,
  simulateProvider,
} from "@sanu/sandbox";
import { stopInOrder } from "../stop-in-order.ts";
import type {
  Breakage,
  BrokenCall,
  CollectionHarness,
  DisburseHarness,
  StatementHarness,
} from "./harness.ts";
import { createPatience } from "./patience.ts";
import { withNames } from "./remembered-names.fixture.ts";
import { disburseOrderTo, faultsOfBreakage, orderOf } from "./sandbox-harness.fixture.ts";

export interface ProviderHarness {
  readonly server: ProviderServer;
  readonly collection: CollectionHarness;
  readonly disburse: DisburseHarness;
  readonly statement: (account: "collections" | "disbursements") => StatementHarness;
  readonly close: () => Promise<void>;
}

const same = <Rail>(rail: Rail): Rail => rail;

export function statesWhatMoved(provider: SimulatedProvider): boolean {
  return providersSetting("statement").safeParse(provider).success;
}

/** A provider's connector, opened by its settings alone, and the server behind it, ready for the conformance checks. */
export async function createProviderHarness(
  provider: SimulatedProvider,
  serverOptions?: Parameters<typeof simulateProvider>[1],
): Promise<ProviderHarness> {
  const server = await simulateProvider(provider, serverOptions);
  const environment = {
    MONEY: provider,
    STATEMENTS: statesWhatMoved(provider) ? provider : "sandbox",
    SANDBOX_URL: server.url,
    ...server.settings,
  };
  const ports = { collection: "MONEY", disbursement: "MONEY", statement: "STATEMENTS" } as const;
  const { connectors } = connectorSettings(ports).parse(environment);
  const patience = createPatience();
  const { findsByKey = true } = server.definition;
  const named = findsByKey ? { collection: same, disbursement: same } : withNames();
  const collectionRail = named.collection(
    patience.railOf((options) => connectors.collection.open(options)[0]),
  );
  const disburseRail = named.disbursement(
    patience.railOf((options) => connectors.disbursement.open(options)[0]),
  );
  const statementRail = statesWhatMoved(provider)
    ? patience.railOf((options) => connectors.statement.open(options)[0])
    : null;
  const switches = switchesOf(server, patience);
  const collection = { ...collectionHarness(server, collectionRail), ...switches };
  const disburse = { ...disburseHarness(server, disburseRail), ...switches };
  return {
    server,
    collection,
    disburse,
    statement(account) {
      if (statementRail === null) throw new Error("This provider states nothing");
      const move = account === "collections" ? () => collect(collection) : () => payOut(disburse);
      return { ...switches, rail: statementRail, account, move };
    },
    async close() {
      const rails = [collectionRail, disburseRail, ...(statementRail ? [statementRail] : [])];
      await stopInOrder(...rails.map((rail) => rail.close), server.close);
    },
  };
}

type Unswitched<Harness> = Omit<Harness, "breakNext" | "heal" | "findsByKey">;

function collectionHarness(
  server: ProviderServer,
  rail: CollectionRail,
): Unswitched<CollectionHarness> {
  const { book, definition } = server;
  return {
    rail,
    newOrder: () => orderOf(xof(5_000n)),
    newRefusedOrder: () =>
      definition.refusesCollections === false
        ? { ...orderOf(xof(5_000n)), channel: "NOBODYS_WALLET" }
        : orderOf(xof(0n)),
    ordersCreated: () => book.orders("collection").length,
    pay: (key) => void book.settle(orderWith(server, key)),
    decline: (key) => void book.fail(orderWith(server, key), "declined"),
    reverse: cannotReverse,
    bindsRefunds: definition.bindsRefunds,
    shortenRefunds: (byXof) => book.setRefundDifferenceXof(-byXof),
    refundsMade: () => book.orders("refund").filter(({ state }) => state === "settled").length,
  };
}

function disburseHarness(server: ProviderServer, rail: DisburseRail): Unswitched<DisburseHarness> {
  return {
    rail,
    newOrder: () => disburseOrderTo("+2290196000001"),
    newRefusedOrder: () => disburseOrderTo("+2290196000503"),
    newFailingOrder: () => disburseOrderTo("+2290196000089"),
    failsAtOnce: server.definition.failsAtOnce,
    ordersCreated: () => server.book.orders("disbursement").length,
    reverse: cannotReverse,
    openChannel: "MTN_OPEN",
    unknownChannel: "NOBODYS_WALLET",
  };
}

function switchesOf(
  { faults, book, definition }: ProviderServer,
  patience: ReturnType<typeof createPatience>,
) {
  return {
    findsByKey: definition.findsByKey ?? true,
    breakNext(call: BrokenCall, how: Breakage, times = 1) {
      const mishap = faultsOfBreakage[how];
      const named = call as ProviderCall;
      const asked = definition.answeredBy[named] ?? named;
      const broken = mishap.acts ? (definition.actingCall[asked] ?? asked) : asked;
      faults.add(broken, { mode: mishap.mode, acts: mishap.acts }, times);
      if (mishap.mode === "hang") patience.lose(times, mishap.acts ? "lostAfterActing" : "lost");
    },
    heal() {
      faults.clear();
      patience.heal();
      book.setRefundDifferenceXof(0n);
    },
  };
}

function orderWith({ book }: ProviderServer, key: string) {
  const [order] = book.withKey(key);
  if (order === undefined) throw new Error("The provider does not know the order");
  return order;
}

function cannotReverse(): never {
  throw new Error("This provider has no word for it");
}

async function collect({ rail, newOrder, pay }: CollectionHarness) {
  const { key, amountXof: amount, ...order } = newOrder();
  await rail.initiate({ key, amountXof: amount, ...order });
  pay(key);
  return { key, kind: "collection", currency: "XOF", amount } as const;
}

async function payOut({ rail, newOrder }: DisburseHarness) {
  const { key, amountXof: amount, ...order } = newOrder();
  await rail.disburse({ key, amountXof: amount, ...order });
  return { key, kind: "disbursement", currency: "XOF", amount } as const;
}
