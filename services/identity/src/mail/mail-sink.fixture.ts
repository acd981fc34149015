import { SMTPServer } from "smtp-server";

/** A mail server in the process: keeps what arrives, and can be killed and raised again on its port. */
export interface MailSink {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

export interface ReceivedMail {
  readonly to: string;
  readonly source: string;
}

export async function startMailSink(): Promise<MailSink> {
  const mails: ReceivedMail[] = [];
  let server = await listen(mails, 0);
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const { port } = address;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
    async start() {
      server = await listen(mails, port);
    },
  };
}

async function listen(mails: ReceivedMail[], port: number): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const refusal = address.startsWith("nobody.") ? 550 : address.startsWith("full.") ? 452 : 0;
      if (refusal === 0) return done();
      done(Object.assign(new Error("no"), { responseCode: refusal }));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const source = Buffer.concat(parts).toString();
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, source });
        done();
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.on("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return server;
}

export function textOf(mail: ReceivedMail): string {
  const part = mail.source.split(/\r\n--/).find((each) => each.includes("text/plain")) ?? "";
  const body = part.slice(part.indexOf("\r\n\r\n") + 4);
  const bytes = body
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, "latin1").toString();
}

export function codeOf(mail: ReceivedMail): string {
  const code = /^\s*(\d{6})\s*$/m.exec(textOf(mail))?.[1];
  if (code === undefined) throw new Error("The mail has no code");
  return code;
}
