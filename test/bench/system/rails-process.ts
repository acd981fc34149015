// The sandbox behind both the system and the floors: at once, and its journal in memory only.
import { createSandbox } from "@sanu/sandbox";
import { respondWith, sayReady, setting } from "../floors/launch.ts";

const sandbox = await createSandbox({
  port: Number(setting("PORT")),
  callbackUrl: setting("CALLBACK_URL"),
  callbackSecret: setting("CALLBACK_SECRET"),
  dataDir: null,
});
sayReady({ port: sandbox.port });
respondWith(() => ({ collections: sandbox.journal.ofKind("payment-created").length }));
