/** Every connector for nodes: its folder, and one line here. */
export { lnd } from "./lnd/connector.ts";
export { phoenixd } from "./phoenixd/connector.ts";
export { sandbox } from "./sandbox-connector.ts";
