import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { exitCodes } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { contradictionsIn, strangersIn } from "./settings-check.ts";

const ofAnImage = {
  PATH: "/usr/local/bin:/usr/bin",
  HOME: "/",
  HOSTNAME: "3f2a",
  NODE_VERSION: "24.21.0",
  YARN_VERSION: "1.22.22",
  NODE_ENV: "production",
  https_proxy: "http://proxy:3128",
  NPM_CONFIG_CAFILE: "/etc/ssl/certs/ca-certificates.crt",
  npm_config_registry: "https://npm.example.org/",
};

describe("the settings of containers", () => {
  it("are those of any service or provider", () => {
    const settings = { GATEWAY_CORS_ORIGINS: "*", QUOTE_VALID_MS: "1000", LND_ONE_URL: "x" };
    expect(strangersIn({ ...ofAnImage, ...settings, FEDAPAY_ENVIRONMENT: "sandbox" })).toEqual([]);
  });

  it("are refused by name where they are none, all at once, with the name that may have been meant", () => {
    const mistyped = { QUOTE_VALID_M: "1", GATEWAY_CORS_ORIGIN: "*", NODE_STATEMENT_RIAL: "lnd" };
    expect(strangersIn({ ...ofAnImage, ...mistyped, ZZZ_QQQ: "" })).toEqual([
      "GATEWAY_CORS_ORIGIN is no setting: did you mean GATEWAY_CORS_ORIGINS?",
      "NODE_STATEMENT_RIAL is no setting: did you mean NODE_STATEMENT_RAIL?",
      "QUOTE_VALID_M is no setting: did you mean QUOTE_VALID_MS?",
      "ZZZ_QQQ is no setting: the READMEs of the services list them",
    ]);
  });

  it("are refused where floats would be too old before they are reported again", () => {
    expect(contradictionsIn(ofAnImage)).toEqual([]);
    const polled = { ...ofAnImage, FLOAT_POLL_MS: "120000" };
    expect(contradictionsIn(polled)).toEqual([
      expect.stringContaining("FLOAT_STALE_AFTER_MS of transactions must be above FLOAT_POLL_MS"),
    ]);
    expect(contradictionsIn({ ...polled, FLOAT_STALE_AFTER_MS: "180001" })).toEqual([]);
    // Its own service refuses it.
    expect(contradictionsIn({ ...polled, FLOAT_STALE_AFTER_MS: "soon" })).toEqual([]);
  });

  it("count as not set where they are empty, as in a file of them that says no value", () => {
    const polled = { ...ofAnImage, FLOAT_POLL_MS: "120000" };
    const refused = [expect.stringContaining("FLOAT_STALE_AFTER_MS of transactions")];
    expect(contradictionsIn({ ...polled, FLOAT_STALE_AFTER_MS: "", FLOAT_REPORT_MS: "" })).toEqual(
      refused,
    );
    const ofPhoenixd = { SEND_RAIL: "phoenixd", LIGHTNING_FEE_BASIS_POINTS: "40" };
    expect(contradictionsIn({ ...ofAnImage, ...ofPhoenixd, LIGHTNING_FEE_SATS: "" })).toHaveLength(
      1,
    );
  });

  it("are refused where only phoenixd sends and small orders do not know what it takes", () => {
    const alone = { ...ofAnImage, SEND_RAIL: "phoenixd-one,phoenixd-two" };
    const said = [expect.stringContaining("LIGHTNING_FEE_SATS=4")];
    expect(contradictionsIn(alone)).toEqual(said);
    expect(contradictionsIn({ ...alone, LIGHTNING_FEE_SATS: "4" })).toEqual(said);
    const enough = { LIGHTNING_FEE_SATS: "4", LIGHTNING_FEE_BASIS_POINTS: "40" };
    expect(contradictionsIn({ ...alone, ...enough })).toEqual([]);
    expect(contradictionsIn({ ...alone, SEND_RAIL: "lnd,phoenixd" })).toEqual([]);
  });

  it.each([
    [{ GATEWAY_CORS_ORIGINS: "*" }, 0, ""],
    [{ FLOAT_REPORT_MS: "600000" }, exitCodes.misconfigured, "FLOAT_STALE_AFTER_MS"],
    [{ LOG_LEVLE: "debug" }, exitCodes.misconfigured, "did you mean LOG_LEVEL?"],
  ])("end the program that checks them: %o", (settings, code, said) => {
    const main = fileURLToPath(new URL("main.ts", import.meta.url));
    const env = { ...ofAnImage, ...settings };
    const ended = spawnSync(process.execPath, [main, "settings", "check"], {
      env,
      encoding: "utf8",
    });

    expect([ended.status, ended.stdout]).toEqual([code, ""]);
    expect(ended.stderr).toContain(said);
    expect(ended.stderr).not.toContain("debug");
  });
});
