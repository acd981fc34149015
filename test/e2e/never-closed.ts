import { eventually, type Person, type World } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { expect } from "vitest";
import { buy, createdOf, numberEndingIn } from "./buy.ts";
import { eventTypesAbout } from "./logs.ts";

/** Orders whose provider never says that they are over, cannot cancel them, and takes money at any time. */
export function neverClosedOrders(world: World) {
  const control = async (what: string, body: object) => {
    const response = await fetch(`${world.sandbox.url}/control/${what}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(204);
  };
  const keyOf = async (id: string) => {
    const text = `select attempt_id::text as key from attempts where kind = 'collection'
      and subject_id in (select stream_id from events where data->>'transactionId' = $1)`;
    const [row] = await world.databases.payments.query<{ key: string }>(
      CompiledQuery.raw(text, [id]),
    );
    return row?.key ?? "";
  };
  return {
    control,
    keyOf,
    order: async (person: Person) => {
      const { id } = createdOf(await buy(world, person, { number: numberEndingIn("444") }));
      await eventually("the payer is asked", async () =>
        (await eventTypesAbout(world, "payments", id)).includes("PaymentInitiated"),
      );
      return id;
    },
    /** At the moment that is given, else now. */
    pay: async (id: string, at: { readonly received_at?: string } = {}) => {
      await control("receipts", { merchant_key: await keyOf(id), ...at });
    },
  };
}
