import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { chooseForm, prepareText, type StaticText, sendText } from "./static-texts.ts";

/** What the plugin of the documentation serves. */
export const isDocumentation = (url: string): boolean =>
  /^\/docs(?:\/|$)/.test(url) && !/^\/docs\/problems(?:\/|$)/.test(url);

/** One spelling for each of its files: who varies it fills no memory. */
const plainUrl = /^\/docs(?:\/[\w-][\w.-]*)*\/?$/;

/**
 * Reads and compresses what that plugin serves at the first request for it, and serves it from memory from then on. There are as
 * many texts as the plugin has files.
 */
export function keepDocumentation(app: FastifyInstance): void {
  const kept = new Map<string, Promise<StaticText>>();
  app.addHook("onRoute", (route) => {
    if (!isDocumentation(route.url)) return;
    route.onRequest = [
      ...[route.onRequest ?? []].flat(),
      async (request: FastifyRequest, reply: FastifyReply) => {
        const text = await kept.get(request.url);
        return text === undefined ? undefined : sendText(text, request, reply);
      },
    ];
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
        const { url, method } = request;
        const isWhole = reply.statusCode === 200 && method === "GET" && plainUrl.test(url);
        if (!isWhole || kept.has(url)) return payload;
        const made = readText(reply, payload);
        kept.set(url, made);
        made.catch(() => kept.delete(url));
        for (const name of ["accept-ranges", "last-modified", "content-length"]) {
          reply.removeHeader(name);
        }
        return chooseForm(await made, request, reply);
      },
    ];
  });
}

async function readText(reply: FastifyReply, payload: unknown): Promise<StaticText> {
  const type = String(reply.getHeader("content-type"));
  if (typeof payload === "string" || Buffer.isBuffer(payload)) return prepareText(type, payload);
  const chunks: Buffer[] = [];
  for await (const chunk of payload as AsyncIterable<Buffer>) chunks.push(chunk);
  return prepareText(type, Buffer.concat(chunks));
}
