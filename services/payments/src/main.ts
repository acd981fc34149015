import { runMain } from "@sanu/platform";
import { compose } from "./compose.ts";
import { readPaymentsConfig } from "./config.ts";

await runMain((env) => compose(readPaymentsConfig(env), { processMetrics: true }));
