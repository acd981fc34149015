import type { Clock } from "@sanu/kernel";
import {
  createMailSink,
  createSandbox,
  type MailSink,
  type Sandbox,
  type Scheduler,
} from "@sanu/sandbox";
import type { EnvironmentOf } from "./settings.ts";

interface Outside {
  readonly sandbox: Sandbox;
  readonly mail: MailSink;
  readonly close: () => Promise<unknown>;
}

/** Longer than a step takes on any machine, and shorter than the leap to the next one: what is slow ends with that one. */
const slowMs = 45_000;

/** The providers and the mail server, with the journal that the sandbox of `npm start` goes on with. */
export async function startOutside(
  environmentOf: EnvironmentOf,
  time: { readonly clock: Clock; readonly scheduler: Scheduler },
): Promise<Outside> {
  const own = environmentOf("sandbox");
  const gatewayPort = environmentOf("gateway-api")["GATEWAY_PORT"];
  const sandbox = await createSandbox({
    ...time,
    delays: { slowMs, lateMs: slowMs },
    port: Number(own["SANDBOX_PORT"]),
    callbackUrl: `http://127.0.0.1:${gatewayPort}/webhooks/sandbox`,
    callbackSecret: own["SANDBOX_CALLBACK_SECRET"] ?? "",
    dataDir: own["SANDBOX_DATA_DIR"] ?? null,
    // Half a set is thrown away, and its journal with it.
    unsyncedJournal: true,
  });
  try {
    const mail = await createMailSink({
      smtpPort: Number(own["SMTP_PORT"]),
      httpPort: Number(own["MAIL_PORT"]),
    });
    return { sandbox, mail, close: () => Promise.all([sandbox.close(), mail.close()]) };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}
