/** Every provider that can be simulated: its folder, and one line here. */
export { fedapay } from "./fedapay/server.ts";
export { hub2 } from "./hub2/server.ts";
export { mtnmomo } from "./mtnmomo/server.ts";
export { pawapay } from "./pawapay/server.ts";
export { paydunya } from "./paydunya/server.ts";
