import { runMain } from "@sanu/platform";
import { compose } from "./compose.ts";
import { readIdentityConfig } from "./config.ts";

await runMain((env) => compose(readIdentityConfig(env), { processMetrics: true }));
