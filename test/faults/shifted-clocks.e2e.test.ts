import {
  type ApiClient,
  createApiClient,
  eventually,
  fairNowMs,
  isLongRun,
  type Person,
  signUp,
} from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { type ServiceName, serviceNames } from "./service-names.ts";
import { startSharedSystem } from "./shared-system.ts";

const limits = {
  shiftMs: 900_000,
  seenWithinMs: 1_000,
  /** Runs of the timers of a replica: what it takes for due, it has acted on by then. */
  timerRuns: 8,
  testMs: 120_000,
} as const;

/** A payer who is asked and never answers, and whose provider never says that it is over. */
const silentNumber = "+2290196000444";
const promptNumber = "+2290196000789";

const aheadMs = limits.shiftMs;
const behindMs = -limits.shiftMs;
/** By service; the mix has each where it would do most harm. */
const shifts: readonly (readonly [string, (name: ServiceName) => number])[] = isLongRun()
  ? [
      ["ahead", () => aheadMs],
      ["behind", () => behindMs],
    ]
  : [
      [
        "ahead here and behind there",
        (name) => (name === "identity" || name === "transactions" ? behindMs : aheadMs),
      ],
    ];

const system = await startSharedSystem();

async function metricOf(metricsUrl: string, pattern: RegExp): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return Number(pattern.exec(text)?.[1]);
}

async function order(gateway: ApiClient, { token }: Person, number: string): Promise<string> {
  const receiver_address = "ok@sandbox.sanu";
  const body = { amount: 1_000, type: "BUY_BITCOIN", receiver_address, number };
  const response = await gateway.call("POST", "/api/v1/transactions/create", { token, body });
  if (response.status !== 201) throw new Error(`create: ${response.status} ${response.text}`);
  return response.json<{ transaction: { id: string } }>().transaction.id;
}

/** Our own page of a sale that nobody pays. */
async function pageOfSale(gateway: ApiClient, { token }: Person): Promise<string> {
  const receiver_address = "ok@sandbox.sanu";
  const body = { amount: 1_000, type: "SELL_BITCOIN", receiver_address, number: promptNumber };
  const response = await gateway.call("POST", "/api/v1/transactions/create", { token, body });
  if (response.status !== 201) throw new Error(`create: ${response.status} ${response.text}`);
  const { transaction } = response.json<{ transaction: { payment_url: string } }>();
  return new URL(transaction.payment_url).pathname;
}

async function statusOf(gateway: ApiClient, { token }: Person, id: string): Promise<string> {
  const response = await gateway.call("GET", `/api/v1/transactions/${id}`, { token });
  return response.json<{ transaction: { status: string } }>().transaction.status;
}

async function logOutAt(one: ApiClient, other: ApiClient, person: Person): Promise<void> {
  const { email, password } = person;
  const login = await one.call("POST", "/api/v1/auth/login", { body: { email, password } });
  const { token } = login.json<{ data: { token: string } }>().data;
  const statusAt = async () => (await other.call("GET", "/api/v1/auth/me", { token })).status;
  expect(await statusAt()).toBe(200);
  expect((await one.call("POST", "/api/v1/auth/logout", { token })).status).toBe(200);
  const endedAt = fairNowMs();
  let letInAt = endedAt;
  await eventually("the other gateway refuses it", async () => {
    const askedAt = fairNowMs();
    const isRefused = (await statusAt()) === 401;
    // How long a busy machine takes to answer is not how long the token is good.
    if (!isRefused) letInAt = askedAt;
    return isRefused;
  });
  expect(letInAt - endedAt).toBeLessThan(limits.seenWithinMs);
}

/** Tries deploy/runbooks/clock-wrong.md. */
describe.each(shifts)("replicas whose clock is fifteen minutes %s", (_where, shiftOf) => {
  it("harm nothing: orders and their pages live as long as promised, tokens end when they are ended, and money moves", {
    timeout: limits.testMs,
  }, async () => {
    const preload = new URL("shift-clock.fixture.ts", import.meta.url).href;
    const settingsOf = (name: ServiceName) => ({
      NODE_OPTIONS: `--import=${preload}`,
      SHIFT_CLOCK_MS: String(shiftOf(name)),
    });
    const replicas = await Promise.all(
      serviceNames.map((name) => system.startReplica(name, settingsOf(name))),
    );
    const metricsUrlOf = (name: string) =>
      replicas.find((one) => one.name === name)?.metricsUrl ?? "";
    const gateway = replicas.find(({ name }) => name === "gateway-api")?.apiUrl ?? "";
    const shifted = createApiClient(gateway);
    try {
      for (const { name, metricsUrl } of replicas) {
        await eventually("it knows by how much its clock is off", async () => {
          const skew = await metricOf(metricsUrl, /^sanu_clock_skew_seconds\{[^}]*\} (\S+)$/m);
          return Math.abs(skew - shiftOf(name) / 1_000) < 2;
        });
      }
      const person = await signUp(shifted, system.mail);
      const waiting = await order(shifted, person, silentNumber);
      const runs = () =>
        metricOf(
          metricsUrlOf("payments"),
          /^sanu_loop_runs_total\{[^}]*loop="timers"[^}]*\} (\S+)$/m,
        );
      const before = await runs();
      const paid = await order(shifted, person, promptNumber);
      await eventually("the money has moved", async () => {
        return (await statusOf(shifted, person, paid)) === "COMPLETED";
      });
      await eventually("its timers ran", async () => (await runs()) > before + limits.timerRuns);
      for (const one of [system.api, shifted]) {
        expect(await statusOf(one, person, waiting)).toBe("PENDING");
      }
      const path = await pageOfSale(shifted, person);
      for (const one of [system.api, shifted]) {
        await eventually("its page offers the invoice", async () => {
          const { text } = await one.call("GET", path);
          return text.includes('<main data-state="payable"');
        });
      }
      await logOutAt(system.api, shifted, person);
      await logOutAt(shifted, system.api, person);
    } finally {
      await shifted.close();
      await Promise.all(replicas.map(({ program }) => program.stop()));
    }
  });
});
