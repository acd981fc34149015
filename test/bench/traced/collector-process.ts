// A collector that takes what it gets and throws it away: what a real one does with it is not ours.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { respondWith, sayReady } from "../floors/launch.ts";

let exports = 0;
const server = createServer((request, response) => {
  exports += 1;
  request.resume().once("end", () => {
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
});
server.listen(0, "127.0.0.1", () => sayReady({ port: (server.address() as AddressInfo).port }));
respondWith(() => ({ exports }));
