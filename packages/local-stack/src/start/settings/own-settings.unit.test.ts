import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isKnown, knownSettings, nearestName } from "@sanu/platform";
import { afterAll, describe, expect, it } from "vitest";
import { cloneFolder } from "../../folders/data-folder.ts";
import { knownNames } from "./known-names.ts";
import { ownSettings } from "./own-settings.ts";

const clone = mkdtempSync(join(tmpdir(), "sanu-settings-"));
for (const name of ["services", "docs", "docker-compose.yml"]) {
  symlinkSync(join(cloneFolder, name), join(clone, name));
}
afterAll(() => rmSync(clone, { recursive: true }));

const read = (typed: Record<string, string>, shell: Record<string, string> = {}, file = "") => {
  writeFileSync(join(clone, ".env"), file);
  return ownSettings(typed, { clone, shell });
};

describe("the settings of a start", () => {
  it("are those of the command line, above those of the shell, above those of the file", () => {
    const file = "LOG_LEVEL=debug\nGATEWAY_REPLICAS=2\nQUOTE_VALID_MS=1000\n";
    const shell = { LOG_LEVEL: "warn", GATEWAY_REPLICAS: "3" };

    expect(read({ LOG_LEVEL: "error" }, shell, file)).toEqual({
      settings: { LOG_LEVEL: "error", GATEWAY_REPLICAS: "3", QUOTE_VALID_MS: "1000" },
      taken: [
        "GATEWAY_REPLICAS (.env)",
        "LOG_LEVEL (.env)",
        "QUOTE_VALID_MS (.env)",
        "LOG_LEVEL (environment)",
        "GATEWAY_REPLICAS (environment)",
      ],
    });
  });

  it("are refused by name, all at once, with the name that may have been meant", () => {
    expect(() => read({ GATEWAY_CORS_ORIGIN: "*" }, {}, "LOG_LEVLE=debug\n")).toThrow(
      "GATEWAY_CORS_ORIGIN is no setting: did you mean GATEWAY_CORS_ORIGINS?\nLOG_LEVLE is no setting: did you mean LOG_LEVEL?",
    );
    expect(() => read({ ZZZ_QQQ: "1" })).toThrow("ZZZ_QQQ is no setting: the READMEs");
  });

  it("leave out of the shell what is another program's, and what another system is run with", () => {
    const shell = { HOME: "/root", NATS_URL: "nats://elsewhere", IDENTITY_DATABASE_URL: "x" };
    expect(read({}, shell)).toEqual({ settings: {}, taken: [] });
  });

  it("leave out of the file what containers are started with", () => {
    const file =
      "POSTGRES_PASSWORD=a\nOTP_PEPPER=b\nSANU_API_PORT=1\nGATEWAY_API_NATS_PASSWORD=c\n";
    expect(read({}, {}, file)).toEqual({ settings: {}, taken: [] });
  });

  it("are those of nodes with names, too", () => {
    const known = knownNames(cloneFolder);
    expect([isKnown("LND_URL", known), isKnown("LND_ONE_URL", known)]).toEqual([true, true]);
    expect([isKnown("LND_ONE_COLOUR", known), isKnown("URL", known)]).toEqual([false, false]);
    expect(nearestName("PUBLIC_URI", known)).toBe("PUBLIC_URL");
  });

  it("have the names that containers know", () => {
    expect([...knownSettings].toSorted()).toEqual([...knownNames(cloneFolder)].toSorted());
  });
});
