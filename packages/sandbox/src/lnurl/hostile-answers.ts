import { gzipSync } from "node:zlib";
import type { FastifyReply } from "fastify";
import { sandboxLimits } from "../limits.ts";
import type { Scheduler } from "../scheduler.ts";
import type { LnurlBehaviour } from "./receiver-server-behaviour.ts";

const chunk = Buffer.alloc(65_536, 0x20);
const dripEveryMs = 100;
const bombBytes = 4_000_000;

/** Answers as somebody would who wants to keep us busy; undefined where the behaviour is none of these. */
export function answerWithHostility(
  reply: FastifyReply,
  behaviour: LnurlBehaviour | "good",
  scheduler: Scheduler,
): FastifyReply | undefined {
  switch (behaviour) {
    case "redirect":
      return reply.redirect("https://elsewhere.localhost/", 302);
    case "page":
      return reply.type("text/html").send("<html><body>Wallet</body></html>");
    case "fault":
      return reply.code(503).send({ status: "ERROR", reason: "maintenance" });
    case "long-header":
      return reply.header("x-long", "x".repeat(32_768)).send({ tag: "payRequest" });
    case "packed-bomb":
      return reply
        .header("content-encoding", "gzip")
        .type("application/json")
        .send(gzipSync(Buffer.alloc(bombBytes, 0x20)));
    case "endless":
      return flow(reply, scheduler, { bytes: chunk, everyMs: 0 });
    case "drip":
      return flow(reply, scheduler, { bytes: chunk.subarray(0, 1), everyMs: dripEveryMs });
    case "silent":
      return flow(reply, scheduler, null);
    default:
      return undefined;
  }
}

/** A body that does not end while somebody reads it; null for an answer that never begins. */
function flow(
  reply: FastifyReply,
  scheduler: Scheduler,
  what: { readonly bytes: Uint8Array; readonly everyMs: number } | null,
): FastifyReply {
  reply.hijack();
  const { raw } = reply;
  scheduler.after(sandboxLimits.heldOpenMs, () => raw.destroy());
  if (what === null) return reply;
  raw.writeHead(200, { "content-type": "application/json" });
  const write = () => {
    if (raw.destroyed) return;
    if (raw.write(what.bytes)) scheduler.after(what.everyMs, write);
    else raw.once("drain", write);
  };
  write();
  return reply;
}
