import type { Loop } from "@sanu/platform";
import { type Certificate, generatedCertificate, readCertificate } from "./certificate.ts";
import { measureEnd, watchCertificate } from "./certificate-watch.ts";

/** Where the certificate comes from. */
export type TlsConfig =
  | { readonly kind: "off" }
  | { readonly kind: "files"; readonly certFile: string; readonly keyFile: string }
  | {
      readonly kind: "generated";
      readonly dataDir: string | undefined;
      readonly names: readonly string[];
    };

/** The certificate that the configuration names, or one that is made; `undefined` where TLS is off. */
export async function certificateOf({
  tls,
  publicUrl,
}: {
  readonly tls: TlsConfig;
  readonly publicUrl: string;
}): Promise<Certificate | undefined> {
  switch (tls.kind) {
    case "off":
      return undefined;
    case "files":
      return readCertificate(tls);
    case "generated": {
      const names = [new URL(publicUrl).hostname, ...tls.names];
      return generatedCertificate({ names, dataDir: tls.dataDir });
    }
  }
}

const nothingToRenew = { start: () => undefined, stop: () => Promise.resolve() };

/** Certificates in files are renewed under us; generated ones are not. */
export function certificateRenewal(
  tls: TlsConfig,
  {
    served,
    ...options
  }: Pick<Parameters<typeof watchCertificate>[0], "server" | "logger" | "metrics"> & {
    readonly served: Certificate | undefined;
  },
): Pick<Loop, "start" | "stop"> {
  if (served === undefined) return nothingToRenew;
  if (tls.kind !== "files") {
    if (options.metrics !== undefined) measureEnd(options.metrics, () => served);
    return nothingToRenew;
  }
  return watchCertificate({ ...options, served, read: () => readCertificate(tls) });
}
