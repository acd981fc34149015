import { once } from "node:events";
import type { Readable } from "node:stream";
import { systemClock } from "@sanu/kernel";
import fastify, { type FastifyInstance } from "fastify";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { z } from "zod";
import { refuseForeignHosts } from "../http/refuse-foreign-hosts.ts";
import { sandboxLimits } from "../limits.ts";
import { pageHeaders } from "../pages/html.ts";
import { mailPage } from "./mail-page.ts";
import { createMailStore, type Mail, type MailStore } from "./mail-store.ts";

export interface MailSinkOptions {
  /** 0, the default, lets the system choose. */
  readonly smtpPort?: number;
  readonly httpPort?: number;
  readonly host?: string;
}

/** A mail server that delivers to a page: nothing it takes ever leaves the machine. */
export interface MailSink {
  readonly smtpUrl: string;
  readonly smtpPort: number;
  readonly url: string;
  readonly httpPort: number;
  /** Newest first; of one address when given. */
  readonly mails: (to?: string) => readonly Mail[];
  readonly clear: () => void;
  readonly close: () => Promise<void>;
}

/** Starts the SMTP server and the page that shows what arrived. */
export async function createMailSink(options: MailSinkOptions = {}): Promise<MailSink> {
  const host = options.host ?? "127.0.0.1";
  const store = createMailStore();
  const smtp = createSmtpServer(store);
  const smtpPort = await listenSmtp(smtp, options.smtpPort ?? 0, host);
  const app = createMailPages(store);
  const url = await app.listen({ port: options.httpPort ?? 0, host });
  return {
    smtpUrl: `smtp://${host}:${smtpPort}`,
    smtpPort,
    url,
    httpPort: Number(new URL(url).port),
    mails: (to) => store.list(to),
    clear: () => store.clear(),
    async close() {
      const { promise, resolve } = Promise.withResolvers<void>();
      smtp.close(() => resolve());
      await Promise.all([promise, app.close()]);
    },
  };
}

function createSmtpServer(store: MailStore): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    size: sandboxLimits.mailBytesMax,
    closeTimeout: sandboxLimits.stopTimeoutMs,
    onData(stream, session, done) {
      receive(stream, session).then(
        (mail) => {
          store.add(mail);
          done();
        },
        () => done(new Error("The mail cannot be read")),
      );
    },
  });
  // A client that dies in the middle of a mail is an event of the server, and one that nobody hears ends the process.
  server.on("error", () => undefined);
  return server;
}

async function receive(stream: Readable, session: SMTPServerSession): Promise<Omit<Mail, "id">> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const part: unknown = chunk;
    if (!(part instanceof Uint8Array)) continue;
    bytes += part.length;
    // The rest is read but not kept: a client that is cut off would send the mail again.
    if (bytes <= sandboxLimits.mailBytesMax) chunks.push(part);
  }
  if (bytes > sandboxLimits.mailBytesMax) throw new RangeError("The mail is too large");
  const parsed = await PostalMime.parse(Buffer.concat(chunks));
  return {
    receivedAt: systemClock.now(),
    from: parsed.from?.address ?? "",
    to: session.envelope.rcptTo.map(({ address }) => address),
    subject: parsed.subject ?? "",
    text: parsed.text ?? "",
  };
}

async function listenSmtp(smtp: SMTPServer, port: number, host: string): Promise<number> {
  const listening = once(smtp.server, "listening");
  smtp.listen(port, host);
  await listening;
  const address = smtp.server.address();
  if (address === null || typeof address === "string") throw new Error("Not listening on TCP");
  return address.port;
}

const MailQuery = z.object({ to: z.string().optional() });

function createMailPages(store: MailStore): FastifyInstance {
  const app = fastify({ forceCloseConnections: true });
  refuseForeignHosts(app);
  app.get("/readyz", () => ({ status: "ready" }));
  app.get("/mails", (request) => ({ mails: store.list(MailQuery.parse(request.query).to) }));
  app.get("/", (_request, reply) => reply.headers(pageHeaders).send(mailPage(store.list())));
  return app;
}
