export { createLogger, type Logger, logFields } from "./create-logger.ts";
export { errorFields } from "./serializers.ts";
