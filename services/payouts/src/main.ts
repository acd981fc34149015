import { runMain } from "@sanu/platform";
import { compose } from "./compose.ts";
import { readPayoutsConfig } from "./config.ts";

await runMain((env) => compose(readPayoutsConfig(env), { processMetrics: true }));
