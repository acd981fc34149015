import { describe, expect, it } from "vitest";
import { BY_STATUS, connectorSettings, providersSetting } from "./connectors.ts";
import * as all from "./providers.ts";

const ports = ["collection", "disbursement", "statement"] as const;
const providers = Object.values(all);
const noStatement = providers.find(({ statement }) => statement === null)?.provider ?? "none";

describe("the provider of a port", () => {
  it("is the sandbox until a setting names another", () => {
    for (const port of ports) {
      expect(providersSetting(port).parse(undefined)).toEqual(["sandbox"]);
    }
  });

  it("is one that serves the port", () => {
    expect(providers.length).toBeGreaterThan(1);
    for (const port of ports) {
      expect(providersSetting(port).safeParse("nobody").success).toBe(false);
      for (const one of providers) {
        expect(providersSetting(port).safeParse(one.provider).success).toBe(one[port] !== null);
      }
    }
    expect(providersSetting("statement").safeParse(noStatement).success).toBe(false);
  });

  it("is one of several, in the order of the setting, each named once", () => {
    const names = providers.map(({ provider }) => provider);
    const setting = providersSetting("collection");
    expect(setting.parse(names.join(" , "))).toEqual(names);
    for (const wrong of ["", "sandbox,", "sandbox,sandbox", "sandbox,-sandbox", "sandbox,nobody"]) {
      expect(setting.safeParse(wrong).success).toBe(false);
    }
  });
});

describe("the settings of the chosen providers", () => {
  const schema = connectorSettings({ collection: "MONEY_IN", statement: "STATEMENTS" });

  it.each(providers.map(({ provider }) => provider))("name all that %s lacks", (provider) => {
    const read = schema.safeParse({ MONEY_IN: provider });
    const named = read.error?.issues.map(({ path }) => path.join(".")) ?? [];
    const wanted = providers.find((one) => one.provider === provider)?.collection?.mistakesIn({});
    expect(named.length).toBeGreaterThan(0);
    expect(named).toEqual(expect.arrayContaining((wanted ?? []).map(({ name }) => name)));
  });

  it("ask for nothing of a provider that is not chosen", () => {
    const sandbox = { SANDBOX_URL: "http://127.0.0.1:1", SANDBOX_CALLBACK_SECRET: "a secret" };
    const read = schema.parse(sandbox);
    expect(read.connectors).toMatchObject({
      collection: { providers: ["sandbox"] },
      statement: { providers: ["sandbox"] },
    });
    expect(JSON.stringify(read)).not.toContain("a secret");
  });

  it("name what any of several lacks, and open all of them", () => {
    const names = providers.map(({ provider }) => provider);
    const read = schema.safeParse({ MONEY_IN: names.join(","), STATEMENTS: "sandbox" });
    const named = new Set(read.error?.issues.map(({ path }) => path.join(".")));
    for (const { collection } of providers) {
      for (const { name } of collection?.mistakesIn({}) ?? []) expect(named).toContain(name);
    }
    const { connectors } = connectorSettings({ collection: "MONEY_IN" }).parse({
      MONEY_IN: "sandbox",
      SANDBOX_URL: "http://127.0.0.1:1",
      SANDBOX_CALLBACK_SECRET: "a secret",
    });
    const rails = connectors.collection.open({ callTimeoutMs: 1_000 });
    expect(rails.map(({ provider }) => provider)).toEqual(["sandbox"]);
  });

  it("say which of them get no new orders, and open those too", () => {
    expect(providersSetting("collection").parse("-sandbox")).toEqual(["sandbox"]);
    expect(providersSetting("statement").safeParse("-sandbox").success).toBe(false);
    const { connectors } = connectorSettings({ collection: "MONEY_IN" }).parse({
      MONEY_IN: "-sandbox",
      SANDBOX_URL: "http://127.0.0.1:1",
      SANDBOX_CALLBACK_SECRET: "a secret",
    });
    expect(connectors.collection).toMatchObject({ providers: ["sandbox"], disabled: ["sandbox"] });
    expect(connectors.collection.open({ callTimeoutMs: 1_000 })).toHaveLength(1);
  });

  it("open nobody where no statement is made", () => {
    const { connectors } = connectorSettings({ statement: "S" }).parse({ S: BY_STATUS });
    expect(connectors.statement.open({ callTimeoutMs: 1_000 })).toEqual([]);
  });

  it.each([`sandbox,${BY_STATUS}`, `${BY_STATUS},sandbox`])(
    "open who states something where others are asked order by order: %s",
    (STATEMENTS) => {
      const settings = { STATEMENTS, SANDBOX_URL: "http://127.0.0.1:1" };
      const { connectors } = connectorSettings({ statement: "STATEMENTS" }).parse(settings);
      const opened = connectors.statement.open({ callTimeoutMs: 1_000 });
      expect(opened.map(({ provider }) => provider)).toEqual(["sandbox"]);
      expect(connectors.statement.providers).toContain(BY_STATUS);
    },
  );

  it("open no port that a provider does not serve", () => {
    const { connectors } = connectorSettings({ statement: "STATEMENTS" }).parse({
      STATEMENTS: noStatement,
    });
    expect(() => connectors.statement.open({ callTimeoutMs: 1_000 })).toThrow();
  });
});

describe("the address of a provider", () => {
  const hosts = [
    ["fedapay", "FEDAPAY", "https://sandbox-api.fedapay.com/v1", "https://api.fedapay.com/v1"],
    ["pawapay", "PAWAPAY", "https://api.sandbox.pawapay.io", "https://api.pawapay.io"],
    [
      "mtnmomo",
      "MTN_MOMO",
      "https://sandbox.momodeveloper.mtn.com",
      "https://proxy.momoapi.mtn.com",
    ],
  ] as const;
  const refusedAddresses = (
    provider: string,
    prefix: string,
    given: Readonly<Record<string, string>>,
  ) => {
    const found = providers.find((one) => one.provider === provider);
    return ports.flatMap((port) =>
      (found?.[port]?.mistakesIn(given) ?? []).filter(({ name }) => name === `${prefix}_URL`),
    );
  };

  it.each(hosts)(
    "of %s is not its sandbox's where money is real",
    (provider, prefix, sandbox, live) => {
      const production = { SANU_ENV: "production", [`${prefix}_ENVIRONMENT`]: "live" };
      const mistakes = refusedAddresses(provider, prefix, {
        ...production,
        [`${prefix}_URL`]: `${sandbox}/`,
      });
      expect(mistakes.map(({ message }) => message)).toContain(
        `must not lead to its sandbox while ${prefix}_ENVIRONMENT is live: no money moves there`,
      );
      for (const url of [live, "https://egress.example.org/provider"]) {
        const given = { ...production, [`${prefix}_URL`]: url };
        expect(refusedAddresses(provider, prefix, given)).toEqual([]);
      }
    },
  );

  it.each(hosts)("of %s is not real money's where none is", (provider, prefix, sandbox, live) => {
    const staging = { SANU_ENV: "staging", [`${prefix}_ENVIRONMENT`]: "sandbox" };
    const mistakes = refusedAddresses(provider, prefix, { ...staging, [`${prefix}_URL`]: live });
    expect(mistakes.map(({ message }) => message)).toContain(
      `must not lead to real money while ${prefix}_ENVIRONMENT is sandbox`,
    );
    const given = { ...staging, [`${prefix}_URL`]: sandbox };
    expect(refusedAddresses(provider, prefix, given)).toEqual([]);
  });
});
