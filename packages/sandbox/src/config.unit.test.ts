import { ConfigError } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { readSandboxConfig } from "./config.ts";
import { standardDelays } from "./limits.ts";

describe("the sandbox's settings", () => {
  it("need only the secret of the callbacks", () => {
    const config = readSandboxConfig({ SANDBOX_CALLBACK_SECRET: "s" });
    expect(config).toMatchObject({
      sandbox: {
        port: 0,
        host: "127.0.0.1",
        callbackUrl: null,
        dataDir: null,
        delays: { expireMs: standardDelays.expireMs },
      },
      mail: { smtpPort: 0, httpPort: 0 },
    });
    expect(JSON.stringify(config)).not.toContain('"s"');
  });

  it("are all named at once where they are wrong", () => {
    const env = { SANDBOX_PORT: "many", SANDBOX_CALLBACK_URL: "ftp://x", MAIL_PORT: "70000" };
    const mistakes = () => readSandboxConfig(env);
    expect(mistakes).toThrow(ConfigError);
    expect(mistakes).toThrow(/SANDBOX_PORT[^]*SANDBOX_CALLBACK_URL[^]*SANDBOX_CALLBACK_SECRET/);
    expect(mistakes).toThrow(/MAIL_PORT/);
  });
});
