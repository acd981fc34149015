import { unknownSettings } from "@sanu/platform";

/** What shells, container engines, Node's image and proxies put into an environment themselves. */
const ofOthers =
  /^(?:PATH|HOME|HOSTNAME|PWD|OLDPWD|SHLVL|TERM|TZ|LANG|LC_[A-Z]+|USER|LOGNAME|_|container|MALLOC_ARENA_MAX|MALLOC_MMAP_THRESHOLD_|NODE_(?:ENV|VERSION|OPTIONS|PATH|EXTRA_CA_CERTS|COMPILE_CACHE)|YARN_VERSION|(?:HTTPS?|FTP|NO|ALL)_PROXY|SSL_CERT_(?:FILE|DIR))$/i;

/** A sentence about each variable that is neither a setting nor another program's: it was meant for us, and would do nothing. */
export function strangersIn(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const names = Object.keys(env).filter((name) => !ofOthers.test(name));
  return unknownSettings(names.toSorted());
}
