import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";

const gzippedBytesMax = 12_000;

/** The client as a page loads it. */
describe("the bundle", () => {
  let code: string;

  beforeAll(async () => {
    const bundler = fileURLToPath(new URL("../bin/bundle.mjs", import.meta.url));
    await promisify(execFile)(process.execPath, [bundler]);
    code = await readFile(new URL("../dist/sanu-client.js", import.meta.url), "utf8");
  });

  it("is small", () => {
    expect(gzipSync(code, { level: 9 }).length).toBeLessThan(gzippedBytesMax);
    expect(code.length).toBeGreaterThan(5_000);
  });

  it("needs nothing beside it, and nothing that only one kind of machine has", () => {
    expect(code).not.toMatch(/\bimport\b|\brequire\(/);
    expect(code).not.toMatch(/\b(?:process|Buffer|window|document|localStorage)\b/);
  });

  it("is the client", async () => {
    const url = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
    const { createClient, parseXof } = await import(url);

    expect(parseXof("5000 XOF")).toBe(5_000n);
    expect(Object.keys(createClient({ baseUrl: "https://localhost" })).toSorted()).toEqual([
      "buy",
      "follow",
      "get",
      "logIn",
      "logOut",
      "pages",
      "patch",
      "post",
      "put",
      "sell",
    ]);
  });
});
