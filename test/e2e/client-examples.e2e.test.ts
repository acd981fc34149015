import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:tls";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { readCode } from "@sanu/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { clientKey } from "./client-key.ts";
import { payInvoice } from "./sell.ts";
import { startSharedSanu } from "./start-world.ts";

const world = await startSharedSanu({ settings: { SALES: "open", LINK_WAIT_MS: "20000" } });
const readme = readFileSync(new URL("../../packages/client/README.md", import.meta.url), "utf8");
const examples = new Map(
  [...readme.matchAll(/^### (\d)\. .*\n\n```ts\n([\s\S]*?)^```$/gm)].map(([, number, code]) => [
    Number(number),
    code ?? "",
  ]),
);
/** Below the package, so that it is found by its name. */
const folder = fileURLToPath(new URL("../../packages/client/dist/examples/", import.meta.url));
const compiler = fileURLToPath(new URL("../../node_modules/.bin/tsc", import.meta.url));
const account = { email: "awa@example.org", password: "a long password" };
const run = promisify(execFile);

/** Answers of a person at the machine, one after the other. */
const asking = `
const answers = process.env.ANSWERS.split(" ");
globalThis.ask = async (what) => {
  if (!what.includes("digits")) return answers.shift();
  for (;;) {
    const response = await fetch(process.env.MAILS + "/mails?to=" + process.env.ANSWERS.split(" ")[0]);
    const [mail] = (await response.json()).mails;
    const code = /(?<![\\w-])\\d{6}(?![\\w-])/.exec(mail?.text ?? "")?.[0];
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
`;

describe("the examples of the client's page", () => {
  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}ask.mjs`, asking);
    writeFileSync(`${folder}certificate.pem`, await certificateOf(new URL(world.publicUrl)));
    await signUpAs(account);
  });
  afterEach(() => world.expectBooksToBalance());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("are five, and compile in a project of a page, where nothing is Node's", async () => {
    expect([...examples.keys()]).toEqual([1, 2, 3, 4, 5]);
    for (const [number, code] of examples) writeFileSync(`${folder}${number}.ts`, code);
    writeFileSync(`${folder}ask.d.ts`, "declare function ask(what: string): Promise<string>;\n");
    writeFileSync(`${folder}tsconfig.json`, JSON.stringify(project));

    const compiled = run(compiler, ["-p", folder]).catch((error: { stdout: string }) => error);
    expect((await compiled).stdout).toBe("");
  });

  it("register and log in", async () => {
    const said = await outputOf(1, { ANSWERS: "new@example.org another-password" });
    expect(said).toEqual(["Awa Dossou may still use 100 % of this month's limit"]);
  });

  it("buy and follow", async () => {
    const said = await outputOf(2);
    expect(said[0]).toMatch(/^Pay 10,000\u00a0XOF at https?:/);
    expect(said.slice(-2)).toEqual([
      "COMPLETED: payment COMPLETED, payout COMPLETED",
      "0.00016339 BTC were sent",
    ]);
  });

  it("sell, when a wallet pays the invoice", async () => {
    const said = await outputOf(3, {}, async (line) => {
      const invoice = /lnbcrt[0-9a-z]+/.exec(line)?.[0];
      if (invoice !== undefined) expect(await payInvoice(world, invoice)).toBe(204);
    });
    expect(said.at(-1)).toBe("COMPLETED");
  });

  it("meet errors, and order once under one key", async () => {
    const said = await outputOf(4);
    expect(said).toEqual([
      expect.stringMatching(/^amount-below-minimum: /),
      expect.stringMatching(/^validation-failed: /),
      expect.stringMatching(/^number \[/),
      "true true",
    ]);
  });

  it("read lists with the key of a service", async () => {
    const said = await outputOf(5, { key: await clientKey(world, ["listMonitored"]) });
    const count = said.length - 1;
    expect(count).toBeGreaterThan(2);
    expect(said.at(-1)).toBe(`${count} transactions`);
  });

  /** What an example says, line by line. `meanwhile` gets each line as it comes. */
  async function outputOf(
    number: number,
    { key = "", ...env }: Readonly<Record<string, string>> = {},
    meanwhile: (line: string) => Promise<void> = async () => undefined,
  ): Promise<readonly string[]> {
    const code = (examples.get(number) ?? "")
      .replaceAll("https://localhost:8440", world.publicUrl)
      .replaceAll("sanu_…", key);
    writeFileSync(`${folder}${number}.ts`, code);
    const args = ["--import", `${folder}ask.mjs`, `${folder}${number}.ts`];
    const started = run(process.execPath, args, {
      env: {
        PATH: process.env["PATH"],
        NODE_EXTRA_CA_CERTS: `${folder}certificate.pem`,
        MAILS: world.mail.url,
        ANSWERS: "",
        ...env,
      },
    });
    const acts: Promise<void>[] = [];
    started.child.stdout?.on("data", (text: Buffer) => acts.push(meanwhile(text.toString())));
    const { stdout, stderr } = await started;
    await Promise.all(acts);
    expect(stderr).toBe("");
    return stdout.trim().split("\n");
  }
});

const project = {
  compilerOptions: {
    target: "es2024",
    lib: ["es2024", "dom", "dom.iterable", "dom.asynciterable"],
    types: [],
    module: "esnext",
    moduleResolution: "bundler",
    customConditions: [],
    allowImportingTsExtensions: true,
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
  },
  include: ["*.ts"],
};

async function signUpAs({ email, password }: typeof account): Promise<void> {
  const post = (path: string, body: object) =>
    world.api.call("POST", `/api/v1/auth/${path}`, { body });
  const registered = await post("register", { name: "Awa Dossou", email, password });
  const { user_id: id } = registered.json<{ user_id: string }>();
  const code = await readCode(world.mail, email);
  expect((await post("verify-otp", { user_id: id, code })).status).toBe(200);
}

/** The certificate that a server shows, to be trusted by whoever starts with it. */
function certificateOf({ hostname, port }: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host: hostname, port: Number(port), servername: hostname };
    const socket = connect({ ...options, rejectUnauthorized: false }, () => {
      const lines =
        socket
          .getPeerCertificate()
          .raw.toString("base64")
          .match(/.{1,64}/g) ?? [];
      socket.end();
      resolve(
        ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
      );
    });
    socket.once("error", reject);
  });
}
