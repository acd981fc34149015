import { floatSettings } from "@sanu/payouts";
import { unknownSettings, withoutEmpty } from "@sanu/platform";
import { treasurySettings } from "@sanu/transactions";
import { z } from "zod";

type Environment = Readonly<Record<string, string | undefined>>;

/** What shells, container engines, base images of Node and proxies put into an environment themselves. */
const ofOthers =
  /^(?:PATH|HOME|HOSTNAME|PWD|OLDPWD|SHLVL|TERM|TZ|LANG|LC_[A-Z]+|USER|LOGNAME|_|container|MALLOC_ARENA_MAX|MALLOC_MMAP_THRESHOLD_|NODE_(?:ENV|VERSION|OPTIONS|PATH|EXTRA_CA_CERTS|COMPILE_CACHE)|YARN_VERSION|NPM_CONFIG_\w+|(?:HTTPS?|FTP|NO|ALL)_PROXY|SSL_CERT_(?:FILE|DIR))$/i;

/** A sentence about each variable that is neither a setting nor another program's: it was meant for us, and would do nothing. */
export function strangersIn(env: Environment): readonly string[] {
  const names = Object.keys(env).filter((name) => !ofOthers.test(name));
  return unknownSettings(names.toSorted());
}

const { FLOAT_POLL_MS, FLOAT_REPORT_MS } = floatSettings;
const { FLOAT_STALE_AFTER_MS } = treasurySettings;
const ofFloats = z.object({ FLOAT_POLL_MS, FLOAT_REPORT_MS, FLOAT_STALE_AFTER_MS });

/** A sentence about settings of two services that contradict each other: neither of them sees both. What is no value its own service refuses. */
export function contradictionsIn(env: Environment): readonly string[] {
  const set = withoutEmpty(env);
  return [...floatContradictions(set), ...phoenixdContradictions(set)];
}

/** What phoenixd takes of each payment, whatever the order's limit is. Orders that cannot pay it are to be refused before somebody pays for them. */
const phoenixdFee = { sats: 4, basisPoints: 40 } as const;

/** Beside another node its no costs nothing: that one sends. */
function phoenixdContradictions(env: Environment): readonly string[] {
  const nodes = (env["SEND_RAIL"] ?? "").split(",").map((name) => name.trim());
  if (!nodes.every((name) => /^phoenixd(?:-|$)/.test(name))) return [];
  const { LIGHTNING_FEE_SATS = "1", LIGHTNING_FEE_BASIS_POINTS = "0" } = env;
  const { sats, basisPoints } = phoenixdFee;
  const isEnough =
    Number(LIGHTNING_FEE_SATS) >= sats && Number(LIGHTNING_FEE_BASIS_POINTS) >= basisPoints;
  if (isEnough) return [];
  return [
    `where SEND_RAIL of payouts names phoenixd alone, transactions takes LIGHTNING_FEE_SATS=${sats} and LIGHTNING_FEE_BASIS_POINTS=${basisPoints} or more: it sends nothing for less, and small orders would be paid for and fail`,
  ];
}

function floatContradictions(env: Environment): readonly string[] {
  const read = ofFloats.safeParse(env).data;
  if (read === undefined) return [];
  const oldestMs = read.FLOAT_POLL_MS + read.FLOAT_REPORT_MS;
  if (read.FLOAT_STALE_AFTER_MS > oldestMs) return [];
  return [
    "FLOAT_STALE_AFTER_MS of transactions must be above FLOAT_POLL_MS and FLOAT_REPORT_MS of payouts together: no float is reported more often, and each that is stale pays no order",
  ];
}
