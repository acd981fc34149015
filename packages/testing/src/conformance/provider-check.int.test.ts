import { type Clock, plusMs, systemClock } from "@sanu/kernel";
import { checkProvider, type Finding } from "@sanu/rails";
import { type ProviderServer, simulatedProviders, simulateProvider } from "@sanu/sandbox";
import { describe, expect, it } from "vitest";

type Settings = Readonly<Record<string, string>>;

async function check(
  server: ProviderServer,
  {
    settings = {},
    clock = systemClock,
  }: { readonly settings?: Settings; readonly clock?: Clock } = {},
): Promise<readonly Finding[]> {
  const environment = { ...server.settings, ...settings };
  return checkProvider({ provider: server.provider, environment, clock });
}

const of = (findings: readonly Finding[], checked: Finding["checked"]) =>
  findings.filter((one) => one.checked === checked);
const verdicts = (findings: readonly Finding[]) => new Set(findings.map(({ verdict }) => verdict));

describe.concurrent.each(simulatedProviders)("the check of %s", (provider) => {
  const withServer = async (run: (server: ProviderServer) => Promise<void>): Promise<void> => {
    const server = await simulateProvider(provider);
    try {
      await run(server);
      // It only asks.
      expect(server.book.orders("collection", "refund", "disbursement")).toEqual([]);
    } finally {
      await server.close();
    }
  };

  it("finds nothing wrong where nothing is, and says what we hold there", () =>
    withServer(async (server) => {
      const findings = await check(server);
      expect(verdicts(findings)).not.toContain("wrong");
      expect(of(findings, "credentials").length).toBeGreaterThan(1);
      for (const checked of ["settings", "clock", "balance"] as const) {
        expect(verdicts(of(findings, checked))).toEqual(new Set(["fine"]));
      }
      expect(of(findings, "balance")[0]?.said).toContain("1000000000 XOF");
      expect(of(findings, "callbacks")).toMatchObject([{ verdict: "open" }]);
    }));

  it("says that the provider does not take our keys", () =>
    withServer(async (server) => {
      const keys = Object.keys(server.settings).filter((name) => /_(?:KEY|TOKEN)$/.test(name));
      const settings = Object.fromEntries(keys.map((name) => [name, "not-our-key-0123456789"]));
      expect(keys.length).toBeGreaterThan(0);
      const refused = of(await check(server, { settings }), "credentials");
      expect(refused.filter(({ said }) => said.endsWith("not-permitted")).length).toBeGreaterThan(
        1,
      );
      expect(verdicts(refused)).toEqual(new Set(["wrong"]));
    }));

  it.each([300_000, -300_000])("says that our clock is off by %i ms", (offMs) =>
    withServer(async (server) => {
      const clock: Clock = { ...systemClock, now: () => plusMs(systemClock.now(), offMs) };
      const [off] = of(await check(server, { clock }), "clock");
      expect(off).toMatchObject({ verdict: "wrong" });
      expect(off?.said).toMatch(offMs > 0 ? /ahead$/ : /behind$/);
    }),
  );

  it("names the setting that is missing, and asks nothing with the rest", () =>
    withServer(async (server) => {
      const [name = ""] = Object.keys(server.settings);
      const findings = await check(server, { settings: { [name]: "" } });
      expect(of(findings, "settings").some(({ said }) => said.includes(name))).toBe(true);
      expect(verdicts(findings)).toContain("wrong");
      expect(of(findings, "credentials")).toEqual([]);
    }));

  it("finds it wrong that callbacks would come in the clear", () =>
    withServer(async (server) => {
      const settings = { PUBLIC_URL: "http://sanu.example" };
      const [callbacks] = of(await check(server, { settings }), "callbacks");
      expect(callbacks).toMatchObject({ verdict: "wrong" });
      expect(callbacks?.said).toContain(`/webhooks/${provider}`);
    }));
});

it("is of a provider that there is", async () => {
  const nobody = { provider: "nobody", environment: {}, clock: systemClock };
  await expect(checkProvider(nobody)).rejects.toThrow("no provider nobody");
});
