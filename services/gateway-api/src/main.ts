import { runMain } from "@sanu/platform";
import { compose } from "./compose.ts";
import { readGatewayConfig } from "./config.ts";

await runMain((env) => compose(readGatewayConfig(env), { processMetrics: true }));
