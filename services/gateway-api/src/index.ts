export { compose, type GatewayOverrides, type GatewayService } from "./compose.ts";
export { GatewayConfig, readGatewayConfig } from "./config.ts";
