import type { GatewayApp } from "./gateway-app.ts";

/** Which methods a path of ours has (RFC 9110, 10.2.1); none for a path that is not ours. Only what finds no route asks. */
export function findMethods(app: GatewayApp): (url: string) => readonly string[] {
  const methodsOf = new Map<string, Set<string>>();
  const patterns: { readonly pattern: RegExp; readonly methods: ReadonlySet<string> }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    if (url.includes("*")) return;
    const methods = methodsOf.get(url) ?? new Set<string>();
    if (!methodsOf.has(url)) patterns.push({ pattern: patternOf(url), methods });
    methodsOf.set(url, methods);
    for (const one of [method].flat()) methods.add(one);
  });
  return (url) => {
    const [path = ""] = url.split("?", 1);
    const found = patterns.filter(({ pattern }) => pattern.test(path));
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].toSorted();
  };
}

/** `/a/:id/b` takes one segment for each parameter. */
function patternOf(url: string): RegExp {
  const segments = url.split("/").map((part) => (part.startsWith(":") ? "[^/]+" : escaped(part)));
  return new RegExp(`^${segments.join("/")}$`);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
