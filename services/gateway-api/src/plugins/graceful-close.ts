import type { FastifyInstance } from "fastify";

const closeIdleEveryMs = 50;

/**
 * Closes connections as they fall idle while the server closes. The framework closes those that are idle at
 * that moment; one whose last response comes later would be kept alive, and the server open, for a minute more.
 */
export function closeGracefully(app: FastifyInstance): void {
  app.addHook("preClose", (done) => {
    // A server that never listened never closes.
    if (!app.server.listening) return done();
    const timer = setInterval(() => app.server.closeIdleConnections(), closeIdleEveryMs);
    app.server.once("close", () => clearInterval(timer));
    done();
  });
}
