/** Every provider that can be simulated: its folder, and one line here. */
export { fedapay } from "./fedapay/server.ts";
export { mtnmomo } from "./mtnmomo/server.ts";
export { pawapay } from "./pawapay/server.ts";
