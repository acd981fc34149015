import { eventually } from "@sanu/testing";
import { expect, it } from "vitest";
import { sharedNetwork } from "./network.ts";
import { newHoldInvoice, newInvoice, payInvoice, paymentOf } from "./payer.ts";

const network = await sharedNetwork();

it("pays from either end of the line to the other", async () => {
  const { alice, bob } = network;

  const [there, back] = await Promise.all([
    payInvoice(bob, await newInvoice(alice, 1_000n)),
    payInvoice(alice, await newInvoice(bob, 2_000n)),
  ]);

  expect([there.status, there.value_sat]).toEqual(["SUCCEEDED", "1000"]);
  expect([back.status, back.value_sat]).toEqual(["SUCCEEDED", "2000"]);
});

it("holds a payment while both ends of it are killed, and takes it afterwards", async () => {
  const { alice, bob } = network;
  const { invoice, preimage, isHeld } = await newHoldInvoice(alice, 3_000n);
  const dying = payInvoice(bob, invoice).catch(() => undefined);
  await eventually("the payment is held", isHeld);

  await Promise.all([bob.kill(), alice.kill()]);
  await dying;
  await Promise.all([bob.restart(), alice.restart()]);
  await alice.call("POST", "/v2/invoices/settle", { preimage: preimage.toString("base64") });

  const paid = () => paymentOf(bob, invoice);
  await eventually("the payer knows", async () => (await paid())?.status === "SUCCEEDED", 60_000);
  expect(await paid()).toMatchObject({ status: "SUCCEEDED", value_sat: "3000" });
});

it("takes a block back and goes on", async () => {
  const { alice, bob, chain } = network;
  await network.mine(1);
  const height = await chain.height();
  const before = await chain.call<string>("getbestblockhash");

  await network.reorganise();

  expect(await chain.height()).toBe(height + 1);
  expect(await chain.call<string>("getblockhash", height)).not.toBe(before);
  expect((await payInvoice(bob, await newInvoice(alice, 1_000n))).status).toBe("SUCCEEDED");
});
