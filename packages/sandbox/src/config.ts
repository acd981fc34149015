import {
  configReader,
  LogLevel,
  PortSetting,
  SecretSetting,
  urlSetting,
  wholeSetting,
} from "@sanu/platform";
import { z } from "zod";
import { standardDelays } from "./limits.ts";

const Environment = z
  .object({
    SANDBOX_PORT: PortSetting.prefault("0"),
    SANDBOX_HOST: z.string().default("127.0.0.1"),
    SANDBOX_PUBLIC_URL: urlSetting("http:", "https:").optional(),
    SANDBOX_CALLBACK_URL: urlSetting("http:", "https:").optional(),
    SANDBOX_CALLBACK_SECRET: SecretSetting,
    SANDBOX_DATA_DIR: z.string().optional(),
    SANDBOX_EXPIRE_MS: wholeSetting(100, 86_400_000).prefault(String(standardDelays.expireMs)),
    SMTP_PORT: PortSetting.prefault("0"),
    MAIL_PORT: PortSetting.prefault("0"),
    LOG_LEVEL: LogLevel.default("info"),
  })
  .transform((env) => ({
    sandbox: {
      port: env.SANDBOX_PORT,
      host: env.SANDBOX_HOST,
      ...(env.SANDBOX_PUBLIC_URL === undefined ? {} : { publicUrl: env.SANDBOX_PUBLIC_URL }),
      callbackUrl: env.SANDBOX_CALLBACK_URL ?? null,
      dataDir: env.SANDBOX_DATA_DIR ?? null,
      delays: { expireMs: env.SANDBOX_EXPIRE_MS },
    },
    callbackSecret: env.SANDBOX_CALLBACK_SECRET,
    mail: { smtpPort: env.SMTP_PORT, httpPort: env.MAIL_PORT, host: env.SANDBOX_HOST },
    logLevel: env.LOG_LEVEL,
  }));

export type SandboxConfig = z.infer<typeof Environment>;

/** Reads the sandbox's settings. Throws `ConfigError` with all mistakes at once. */
export const readSandboxConfig = configReader(Environment);
