import { cpSync, rmSync } from "node:fs";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { sell } from "../e2e/sell.ts";
import { reconnected, startOwnNetwork } from "./network.ts";
import { type NodeWorld, startNodeWorld } from "./node-world.ts";
import { payInvoice } from "./payer.ts";

/** Its channels are lost afterwards, so it has a network of its own; starting that takes half a minute. */
describe("our node, restored from an old copy of its data", async () => {
  const { network, aliceFolder } = await startOwnNetwork("restored");
  afterAll(() => network.stop());
  const world = await startNodeWorld(network);
  const { alice, bob } = network;

  const soldAndPaid = async (): Promise<void> => {
    const { id, invoice } = await world.sell();
    await payInvoice(bob, invoice);
    await world.expectStatus(id, "COMPLETED");
  };

  it("is noticed by what it no longer knows, and gets no new invoice until a person opens it", async () => {
    await soldAndPaid();
    await alice.stop();
    const copy = `${aliceFolder}.copy`;
    cpSync(aliceFolder, copy, { recursive: true });
    await alice.restart();
    await reconnected(network);
    await soldAndPaid();

    await alice.stop();
    rmSync(aliceFolder, { recursive: true });
    cpSync(copy, aliceFolder, { recursive: true });
    await alice.restart();

    await eventually("it is closed", async () => (await closedNodes(world)).length === 1, 60_000);
    const before = await lastInvoiceOf(world);
    const refused = await sell(world.system, world.person);
    expect(refused.status === 503 || refused.json<{ invoice: unknown }>().invoice === null).toBe(
      true,
    );
    expect(await lastInvoiceOf(world)).toBe(before);

    expect(await world.system.sanu("rails", "reopen", "lnd")).toContain("lnd is open");
    await eventually(
      "it takes sales again",
      async () => {
        const answer = await sell(world.system, world.person);
        return answer.status === 201 && answer.json<{ invoice: unknown }>().invoice !== null;
      },
      60_000,
    );
  });
});

function closedNodes({ system }: NodeWorld): Promise<readonly object[]> {
  const text = "select provider from node_cursors where closed_at is not null";
  return system.databases.payments.query<object>(CompiledQuery.raw(text));
}

async function lastInvoiceOf({ network }: NodeWorld): Promise<string> {
  type Page = { readonly last_index_offset: string };
  const path = "/v1/invoices?num_max_invoices=1&reversed=true";
  return (await network.alice.call<Page>("GET", path)).last_index_offset;
}
