/** Every connector for mobile money: its folder, and one line here. */
export { fedapay } from "./fedapay/connector.ts";
export { hub2 } from "./hub2/connector.ts";
export { mtnmomo } from "./mtnmomo/connector.ts";
export { pawapay } from "./pawapay/connector.ts";
export { paydunya } from "./paydunya/connector.ts";
export { sandbox } from "./sandbox-connector.ts";
