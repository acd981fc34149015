import { runMain } from "@sanu/platform";
import { compose } from "./compose.ts";
import { readTransactionsConfig } from "./config.ts";

await runMain((env) => compose(readTransactionsConfig(env), { processMetrics: true }));
