import type { z } from "zod";

/** In production no money moves through the sandbox: for each setting of a rail, what has to stand in its place. */
export function realInProduction<Name extends string>(needed: Readonly<Record<Name, string>>) {
  return (
    env: Readonly<Record<Name, string | readonly string[]>> & { readonly SANU_ENV: string },
    context: Pick<z.core.$RefinementCtx, "addIssue">,
  ): void => {
    if (env.SANU_ENV !== "production") return;
    for (const [name, real] of Object.entries<string>(needed)) {
      const value: string | readonly string[] = env[name as Name];
      if (value !== "sandbox" && !(Array.isArray(value) && value.includes("sandbox"))) continue;
      context.addIssue({ code: "custom", path: [name], message: `must be ${real} in production` });
    }
  };
}

/** Refuses in production every network but the one whose coins are money; receivers of all others are then refused too. */
export function mainnetInProduction(
  env: { readonly SANU_ENV: string; readonly BITCOIN_NETWORK: string },
  context: Pick<z.core.$RefinementCtx, "addIssue">,
): void {
  if (env.SANU_ENV !== "production" || env.BITCOIN_NETWORK === "mainnet") return;
  const message = "must be mainnet in production";
  context.addIssue({ code: "custom", path: ["BITCOIN_NETWORK"], message });
}
