import { X509Certificate } from "node:crypto";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { generatedCertificate, readCertificate } from "./certificate.ts";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sanu-tls-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

describe("a generated certificate", () => {
  it("is for localhost and the public name, for a year, with a key that belongs to it", async () => {
    const { cert, key } = await generatedCertificate({
      names: ["api.example"],
      dataDir: undefined,
    });
    const read = new X509Certificate(cert);

    for (const name of ["localhost", "api.example"]) expect(read.checkHost(name)).toBe(name);
    expect(read.checkIP("127.0.0.1")).toBe("127.0.0.1");
    expect(read.ca).toBe(false);
    expect(key).toContain("PRIVATE KEY");
    const days = (read.validToDate.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(360);
    expect(days).toBeLessThan(367);
  });

  it("is kept, with a key that only its owner can read", async () => {
    const first = await generatedCertificate({ names: ["localhost"], dataDir });
    const second = await generatedCertificate({ names: ["localhost"], dataDir });

    expect(second).toEqual(first);
    expect((await stat(join(dataDir, "tls-key.pem"))).mode & 0o777).toBe(0o600);
  });

  it("is made anew when the kept one is broken or for another name", async () => {
    const first = await generatedCertificate({ names: ["localhost"], dataDir });
    const renamed = await generatedCertificate({ names: ["api.example"], dataDir });
    const shorter = await generatedCertificate({ names: ["example"], dataDir });
    await writeFile(join(dataDir, "tls-cert.pem"), "nonsense");
    const repaired = await generatedCertificate({ names: ["api.example"], dataDir });

    expect(new Set([first.cert, renamed.cert, shorter.cert, repaired.cert]).size).toBe(4);
    expect(new X509Certificate(repaired.cert).checkHost("api.example")).toBe("api.example");
  });

  it("cannot be read from files that are not there", async () => {
    await expect(
      readCertificate({ certFile: join(dataDir, "none"), keyFile: join(dataDir, "none") }),
    ).rejects.toThrow("ENOENT");
  });
});
