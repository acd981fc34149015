import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { instant, sats } from "@sanu/kernel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testCertificate } from "../http/secure-server.fixture.ts";
import { nodeSettings, nodesSetting } from "./node-connectors.ts";
import { invoice } from "./sandbox/samples.ts";

const folder = mkdtempSync(join(tmpdir(), "lnd-settings-"));
const certificateFile = join(folder, "tls.cert");
const macaroonFile = join(folder, "receive.macaroon");
let pem: string;

beforeAll(async () => {
  pem = (await testCertificate("alice")).cert;
  writeFileSync(certificateFile, pem);
  writeFileSync(macaroonFile, Buffer.from("0201036c6e64", "hex"));
});

afterAll(() => rmSync(folder, { recursive: true }));

const schema = nodeSettings({ receive: "RECEIVE" });
const ofNode = (name = "") => ({
  [`LND_${name}URL`]: "https://127.0.0.1:8080",
  [`LND_${name}TLS_CERTIFICATE`]: certificateFile,
  [`LND_${name}MACAROON`]: macaroonFile,
});
const mistakesOf = (environment: Record<string, string>) =>
  (schema.safeParse(environment).error?.issues ?? []).map(({ path }) => path.join("."));

describe("the nodes of a port", () => {
  it("are the sandbox's until a setting names others, in its order", () => {
    expect(nodesSetting("receive").parse(undefined)).toEqual(["sandbox"]);
    const several = "lnd-one, -lnd-two,lnd";
    expect(nodesSetting("receive").parse(several)).toEqual(["lnd-one", "lnd-two", "lnd"]);
    for (const wrong of ["", "nobody", "lnd-", "lnd-One", "lnd,lnd", "lnd-a-b"]) {
      expect(nodesSetting("receive").safeParse(wrong).success).toBe(false);
    }
  });

  it("each have settings of their own, which name what they lack", () => {
    expect(mistakesOf({ RECEIVE: "lnd,lnd-two", ...ofNode() })).toEqual([
      "LND_TWO_URL",
      "LND_TWO_TLS_CERTIFICATE",
      "LND_TWO_MACAROON",
    ]);
    const other = { ...ofNode("TWO_"), LND_TWO_URL: "https://127.0.0.1:8081" };
    const environment = { RECEIVE: "lnd,lnd-two", ...ofNode(), ...other };
    const { nodes } = schema.parse(environment);
    const rails = nodes.receive.open({ callTimeoutMs: 1_000 });
    expect(rails.map(({ provider }) => provider)).toEqual(["lnd", "lnd-two"]);
  });
});

it("lets no node be two: what it holds would be sold twice, and one that is taken out would go on", () => {
  const given = { RECEIVE: "lnd-two,-lnd", ...ofNode(), ...ofNode("TWO_") };
  const issues = (change = {}) => schema.safeParse({ ...given, ...change }).error?.issues ?? [];
  expect(issues()).toMatchObject([
    { path: ["LND_URL"], message: "must not be that of LND_TWO_URL: one node would count as two" },
  ]);
  expect(issues({ LND_URL: "https://127.0.0.1:8080/" })).toHaveLength(1);
  expect(issues({ LND_URL: "https://127.0.0.1:8081" })).toEqual([]);
  expect(issues({ RECEIVE: "lnd-two" })).toEqual([]);
});

describe("what has expired", () => {
  const amountSats = sats(12_345n);
  const paymentHash = "71b95f311cc0ea556cc0e217a3553cc19d20ab5eae6696db2756d3651292f83c";
  const expiresAt = instant("2026-11-21T08:41:45.000000Z");
  const destination = {
    kind: "bolt11",
    canonical: invoice,
    masked: "lnbcrt…",
    amountSats,
    paymentHash,
    expiresAt,
  } as const;
  const prepareAt = (moment: string) => {
    const { nodes } = nodeSettings({ send: "SEND" }).parse({ SANDBOX_URL: "http://127.0.0.1:1" });
    const clock = { now: () => instant(moment) };
    const [rail] = nodes.send.open({ callTimeoutMs: 1_000, clock });
    return rail?.prepare({ key: "one", destination, amountSats, feeLimitSats: sats(10n) });
  };

  it("is told by the clock that the service gives, and not by the machine's", async () => {
    expect(await prepareAt("2026-11-21T07:30:00.000000Z")).toMatchObject({ kind: "accepted" });
    expect(await prepareAt("2027-11-21T07:30:00.000000Z")).toMatchObject({ kind: "rejected" });
  });
});

describe("the settings of a node", () => {
  const environment = (change: Record<string, string> = {}) => ({
    RECEIVE: "lnd",
    ...ofNode(),
    ...change,
  });

  it("take the certificate and the macaroon as text or as files, and show neither", () => {
    const text = {
      LND_TLS_CERTIFICATE: pem.replaceAll("\n", String.raw`\n`),
      LND_MACAROON: "0A0b",
    };
    for (const change of [{}, text]) {
      const read = schema.parse(environment(change));
      expect(read.nodes.receive.open({ callTimeoutMs: 1_000 })).toHaveLength(1);
      expect(`${JSON.stringify(read)}${inspect(read, { depth: null })}`).not.toMatch(/0a0b|0201/i);
    }
  });

  it.each([
    ["LND_URL", "http://127.0.0.1:8080"],
    ["LND_TLS_CERTIFICATE", "/nowhere/tls.cert"],
    ["LND_TLS_CERTIFICATE", "-----BEGIN CERTIFICATE-----AAAA-----END CERTIFICATE-----"],
    ["LND_MACAROON", "no hex"],
    ["LND_NETWORK", "bitcoin"],
    ["LND_INVOICE_CLTV_BLOCKS", "20"],
    ["LND_INVOICE_CLTV_BLOCKS", "forty"],
  ])("refuse %s=%s", (name, value) => {
    expect(mistakesOf(environment({ [name]: value }))).toEqual([name]);
  });

  it.each(["staging", "development"])(
    "send no real sats for the play money of a %s",
    (SANU_ENV) => {
      const outside = "must not be mainnet outside of production: it is real money";
      for (const change of [{}, { LND_NETWORK: "mainnet" }]) {
        expect(schema.safeParse(environment({ SANU_ENV, ...change })).error?.issues).toMatchObject([
          { path: ["LND_NETWORK"], message: outside },
        ]);
      }
      expect(mistakesOf(environment({ SANU_ENV, LND_NETWORK: "signet" }))).toEqual([]);
    },
  );

  it("take no play money in production", () => {
    const production = { SANU_ENV: "production" };
    expect(mistakesOf(environment(production))).toEqual([]);
    for (const LND_NETWORK of ["regtest", "testnet", "signet"]) {
      expect(mistakesOf(environment({ LND_NETWORK }))).toEqual([]);
      expect(mistakesOf(environment({ ...production, LND_NETWORK }))).toEqual(["LND_NETWORK"]);
    }
    const named = { RECEIVE: "lnd-two", ...ofNode("TWO_"), LND_TWO_NETWORK: "regtest" };
    expect(mistakesOf({ ...production, ...named })).toEqual(["LND_TWO_NETWORK"]);
  });
});
