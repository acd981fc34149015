import { createPrivateKey, X509Certificate } from "node:crypto";
import type { Server } from "node:http";
import { Server as SecureServer } from "node:https";
import { createLoop, type Logger, type Loop, type Metrics } from "@sanu/platform";
import { gatewayLimits } from "../limits.ts";
import type { Certificate } from "./certificate.ts";
import { tlsOptions } from "./tls-options.ts";

/**
 * Serves the certificate that somebody renewed: its files are read again and again, and what changed is for all
 * connections that begin from then on. Files are replaced one after the other, so two that do not belong together, like
 * those that cannot be read, leave the old certificate in place.
 */
export function watchCertificate(options: {
  readonly server: Server;
  readonly served: Certificate;
  readonly read: () => Promise<Certificate>;
  readonly logger: Pick<Logger, "info" | "warn">;
  readonly metrics?: Pick<Metrics, "loops" | "watch">;
  readonly everyMs?: number;
}): Loop {
  const { server, read, logger, metrics } = options;
  let { served } = options;
  if (metrics !== undefined) measureEnd(metrics, () => served);

  const look = async (): Promise<void> => {
    const found = await read();
    if (found.cert === served.cert && found.key === served.key) return;
    const { validTo } = readPair(found);
    if (server instanceof SecureServer) server.setSecureContext({ ...found, ...tlsOptions });
    served = found;
    logger.info({ validTo }, "a new certificate is served");
  };
  return createLoop({
    name: "certificate",
    work: () => look().catch(throwReason),
    idleMs: options.everyMs ?? gatewayLimits.certificateReadMs,
    firstRun: "after-pause",
    logger,
    metrics,
  });
}

export function measureEnd(metrics: Pick<Metrics, "watch">, served: () => Certificate): void {
  metrics.watch(
    "sanu_certificate_expires_timestamp_seconds",
    "When the certificate that is served is over, in seconds since 1970.",
    () => new X509Certificate(served().cert).validToDate.getTime() / 1_000,
  );
}

/** The cause of OpenSSL can quote what it read. */
function throwReason(error: unknown): never {
  const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  throw new Error(`A new certificate cannot be served: ${reason}`);
}

/** Throws where it is no certificate, the key no key, or not the one that it was issued for. */
function readPair({ cert, key }: Certificate): X509Certificate {
  const read = new X509Certificate(cert);
  if (read.checkPrivateKey(createPrivateKey(key))) return read;
  throw Object.assign(new Error("The key is not that of the certificate"), {
    code: "KEY_MISMATCH",
  });
}
