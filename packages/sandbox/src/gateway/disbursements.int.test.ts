import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../create-sandbox.ts";
import { call, callInVain, startSandbox, until } from "../sandbox.fixture.ts";
import { disbursementStatusOf } from "./disbursement.ts";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});

afterAll(() => sandbox.close());

let orders = 0;

function bodyTo(lastDigits: string, changes: object = {}) {
  orders += 1;
  const number = `+2290196000${lastDigits}`;
  const order = { merchant_key: `out-${orders}`, amount_xof: "5050", number };
  return { ...order, channel: "MTN_OPEN", description: "PAYOUT_1", ...changes };
}

const pay = (body: object) => call(`${sandbox.url}/v1/disbursements`, { body });
const read = (key: string) => call(`${sandbox.url}/v1/disbursements?merchant_key=${key}`);
const control = (path: string, body: object) => call(`${sandbox.url}/control/${path}`, { body });

function statusNow(key: string) {
  const disbursement = sandbox.disbursements.findByKey(key);
  return disbursement && disbursementStatusOf(disbursement);
}

const settledOf = (key: string) =>
  sandbox.journal.ofKind("disbursement-settled").filter((entry) => entry.key === key);

describe("a disbursement", () => {
  it("pays any number at once, costs a begun hundredth, and is in the journal", async () => {
    const body = bodyTo("001");
    const said = await pay(body);
    expect(said).toMatchObject({
      status: 201,
      body: {
        merchant_key: body.merchant_key,
        status: "settled",
        amount_xof: "5050",
        fee_xof: "51",
      },
    });
    expect(await read(body.merchant_key)).toEqual({ status: 200, body: said.body });
    expect(settledOf(body.merchant_key)).toMatchObject([{ amountXof: "5050", feeXof: "51" }]);
  });

  it.each(["789", "002", "039", "048", "129", "222", "333"])(
    "pays …%s, an ending of payers, without a surprise",
    async (ending) => {
      expect(await pay(bodyTo(ending))).toMatchObject({ status: 201, body: { status: "settled" } });
    },
  );

  it("is made once for each key", async () => {
    const body = bodyTo("001");
    const first = await pay(body);
    expect(await pay({ ...body, amount_xof: "9000" })).toEqual({ status: 409, body: first.body });
    expect(settledOf(body.merchant_key)).toHaveLength(1);
  });

  it("settles slowly at …202", async () => {
    const { merchant_key: key } = bodyTo("202");
    const body = bodyTo("202", { merchant_key: key });
    expect(await pay(body)).toMatchObject({ status: 201, body: { status: "pending" } });
    await until("it settles", () => statusNow(key) === "settled");
  });

  it("is refused for good at …089, and later at …119", async () => {
    const [none, full] = [bodyTo("089"), bodyTo("119")];
    expect((await pay(none)).body).toMatchObject({
      status: "failed",
      failure: "receiver_not_found",
    });
    expect((await pay(full)).body).toMatchObject({ status: "pending" });
    await until("it fails", () => statusNow(full.merchant_key) === "failed");
    expect((await read(full.merchant_key)).body).toMatchObject({ failure: "wallet_full" });
  });

  it.each([
    ["411", "settled"],
    ["412", "failed"],
  ])("is not answered at …%s, and %s later", async (ending, status) => {
    const body = bodyTo(ending);
    await callInVain(sandbox, "/v1/disbursements", body);
    await until("it has ended", () => statusNow(body.merchant_key) === status);
    expect((await read(body.merchant_key)).body).toMatchObject({ status });
    expect((await pay(body)).status).toBe(409);
  });

  it("is not found at …404 for a while, then settled", async () => {
    const body = bodyTo("404");
    await expect(pay(body)).rejects.toThrow();
    expect((await read(body.merchant_key)).status).toBe(404);
    // Found by its age and settled by a timer: it may be read as pending in between.
    await until("it settles", () => statusNow(body.merchant_key) === "settled");
    expect(await read(body.merchant_key)).toMatchObject({
      status: 200,
      body: { status: "settled" },
    });
    expect(settledOf(body.merchant_key)).toHaveLength(1);
  });

  it("is not taken at …503, whose channel is closed", async () => {
    const body = bodyTo("503");
    expect(await pay(body)).toEqual({ status: 422, body: { code: "channel-closed" } });
    expect((await read(body.merchant_key)).status).toBe(404);
  });

  it.each([["0"], ["99"], ["1000001"], ["5000.5"]])("of %s XOF is invalid", async (amount) => {
    expect(await pay(bodyTo("001", { amount_xof: amount }))).toMatchObject({
      status: 422,
      body: { code: "invalid-request", fields: ["amount_xof"] },
    });
  });
});

describe("the float and the channels", () => {
  it("bound what can be paid out, and a failed disbursement gives its share back", async () => {
    await control("float", { amount_xof: "6000" });
    const channel = async () => (await call(`${sandbox.url}/v1/channels/MTN_OPEN`)).body;
    expect(await channel()).toMatchObject({ status: "open", float_xof: "6000" });
    await pay(bodyTo("089"));
    expect(await channel()).toMatchObject({ float_xof: "6000" });
    await pay(bodyTo("001"));
    expect(await channel()).toMatchObject({ float_xof: "899" });
    expect(await pay(bodyTo("001"))).toEqual({
      status: 422,
      body: { code: "insufficient-float" },
    });
    await control("float", { amount_xof: "1000000" });
    expect(await pay(bodyTo("001"))).toMatchObject({ status: 201 });
  });

  it("can be closed and opened, and taken out of service", async () => {
    const channel = { channel: "MOOV_BENIN" };
    const status = async () => call(`${sandbox.url}/v1/channels/MOOV_BENIN`);
    await control("channels", { ...channel, status: "closed" });
    expect(await status()).toMatchObject({ status: 200, body: { status: "closed" } });
    expect((await pay(bodyTo("001", channel))).body).toEqual({ code: "channel-closed" });
    await control("channels", { ...channel, status: "unserved" });
    expect((await status()).status).toBe(404);
    await control("channels", { ...channel, status: "open" });
    expect(await pay(bodyTo("001", channel))).toMatchObject({ status: 201 });
  });
});

it("survives a restart: what was paid is known, what was slow settles, the float is the same", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "sanu-sandbox-"));
  const before = await startSandbox({ dataDir });
  const post = (body: object) => call(`${before.url}/v1/disbursements`, { body });
  const [paid, slow] = [bodyTo("001"), bodyTo("202")];
  await post(paid);
  await post(slow);
  const floatXof = before.disbursements.floatXof();
  await before.close();

  const after = await startSandbox({ dataDir });
  expect(after.disbursements.floatXof()).toBe(floatXof);
  expect((await call(`${after.url}/v1/disbursements`, { body: paid })).status).toBe(409);
  const isSettled = () => after.disbursements.findByKey(slow.merchant_key)?.settledAt !== null;
  await until("the slow one settles", isSettled);
  expect(after.journal.ofKind("disbursement-settled")).toHaveLength(2);
  await after.close();
  rmSync(dataDir, { recursive: true });
});
