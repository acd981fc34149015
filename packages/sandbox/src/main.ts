import { runMain } from "@sanu/platform";
import { compose } from "./compose.ts";
import { readSandboxConfig } from "./config.ts";

await runMain((env) => compose(readSandboxConfig(env)));
