// Writes docs/openapi.json, the committed form of what the gateway serves at /openapi.json.
import { writeFile } from "node:fs/promises";
import { compose, readGatewayConfig } from "../src/index.ts";

const config = readGatewayConfig({
  SANU_ENV: "staging",
  NATS_URL: "nats://localhost",
  LOG_LEVEL: "silent",
  GATEWAY_TLS: "off",
});
const gateway = await compose(config);
const document = await gateway.openApi();
const target = new URL("../../../docs/openapi.json", import.meta.url);
await writeFile(target, `${JSON.stringify(document, null, 1)}\n`);
