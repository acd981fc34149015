import { createLifecycle, createLogger, type Service } from "@sanu/platform";
import type { SandboxConfig } from "./config.ts";
import { createSandbox } from "./create-sandbox.ts";
import { createMailSink } from "./mail/mail-sink.ts";

export function compose(config: SandboxConfig): Service {
  const logger = createLogger({ service: "sandbox", level: config.logLevel });
  const running: { close: () => Promise<void> }[] = [];
  const lifecycle = createLifecycle({ logger })
    .add({
      name: "sandbox",
      async start() {
        const callbackSecret = config.callbackSecret.reveal();
        const sandbox = await createSandbox({ ...config.sandbox, callbackSecret });
        running.push(sandbox);
        logger.info({ url: sandbox.url }, "the sandbox is ready");
      },
      stop: () => running[0]?.close(),
    })
    .add({
      name: "mail",
      async start() {
        const mail = await createMailSink(config.mail);
        running.push(mail);
        logger.info({ url: mail.url, smtpUrl: mail.smtpUrl }, "the mail page is ready");
      },
      stop: () => running[1]?.close(),
    });
  return { logger, start: lifecycle.start, stop: lifecycle.stop };
}
