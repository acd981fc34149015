import { shuffled } from "@sanu/testing";
import type { Kill } from "./kill.ts";
import type { ServiceName } from "./service-names.ts";

const limits = {
  /** Of a service's kills, this part falls into each of its windows; the rest by chance. */
  windowPart: 0.2,
  pauseMsMax: 400,
} as const;

type Windowed = Exclude<Kill, { readonly window: "by-chance" }>;

/** The windows of each service: between which two steps a death is most dangerous. */
const windows: Readonly<Record<ServiceName, readonly Windowed[]>> = {
  payments: [
    { service: "payments", window: "intent-and-call" },
    { service: "payments", window: "call-and-answer", call: "payments.create" },
    { service: "payments", window: "call-and-answer", call: "invoices.capture" },
    { service: "payments", window: "commit-and-acknowledgement" },
  ],
  payouts: [
    { service: "payouts", window: "intent-and-call" },
    { service: "payouts", window: "call-and-answer", call: "lightning.pay" },
    { service: "payouts", window: "call-and-answer", call: "disbursements.create" },
    { service: "payouts", window: "commit-and-acknowledgement" },
  ],
  transactions: [{ service: "transactions", window: "commit-and-acknowledgement" }],
  // The call is the mail that it sends.
  identity: [
    { service: "identity", window: "intent-and-call" },
    { service: "identity", window: "call-and-answer" },
  ],
  "gateway-api": [],
};

/** So many kills of every service, shuffled. */
export function planKills(each: number, random: () => number): readonly Kill[] {
  const kills = (Object.keys(windows) as ServiceName[]).flatMap((service) => {
    const inWindows = windows[service].flatMap((kill) =>
      Array.from({ length: Math.ceil(each * limits.windowPart) }, (): Kill => kill),
    );
    const rest = Array.from({ length: each - inWindows.length }, (): Kill => {
      return { service, window: "by-chance", pauseMs: random() * limits.pauseMsMax };
    });
    return [...inWindows, ...rest];
  });
  return shuffled(kills, random);
}

/**
 * Carries kills out in their order, so many at once, but never two of one service at the same time. Rejects with
 * the first failure, when all that was begun has ended.
 */
export async function carryOutKills(
  kills: readonly Kill[],
  atOnce: number,
  carryOut: (kill: Kill) => Promise<void>,
): Promise<void> {
  const left = [...kills];
  const busy = new Set<ServiceName>();
  const work = async (): Promise<void> => {
    for (;;) {
      const at = left.findIndex(({ service }) => !busy.has(service));
      const [kill] = at === -1 ? [] : left.splice(at, 1);
      if (kill === undefined) return;
      busy.add(kill.service);
      try {
        await carryOut(kill);
      } finally {
        busy.delete(kill.service);
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work));
  for (const end of ended) if (end.status === "rejected") throw end.reason;
}
