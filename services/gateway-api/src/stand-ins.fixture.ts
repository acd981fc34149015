import {
  identityRequests,
  paymentsRequests,
  payoutsRequests,
  type RequestDefinition,
  type RevocationBatch,
  revocationsSubject,
  transactionChangedSubject,
  transactionsRequests,
} from "@sanu/contracts";
import { type Instant, instantOfEpochMs, newId, plusMs } from "@sanu/kernel";
import {
  handleRequest,
  type Messaging,
  type RequestContext,
  type RequestHandler,
  type StaffGate,
} from "@sanu/platform";

const beatMs = 100;

/** The messages of identity about revocations, from a sequence that begins at 0, and those of transactions. */
export function startBeat(services: Messaging, namespace: string) {
  let sequence = 0;
  const publish = (revocations: RevocationBatch["revocations"], at?: Instant) => {
    const message = {
      afterSequence: sequence,
      sequence: sequence + revocations.length,
      revocations,
      ...(at === undefined ? {} : { at }),
    };
    sequence = message.sequence;
    services.publishCore(revocationsSubject(namespace), JSON.stringify(message));
  };
  const timer = setInterval(() => publish([]), beatMs);
  return {
    revoke: (id: string) => {
      const from = instantOfEpochMs(Date.now());
      publish([{ id, from, until: plusMs(from, 3_600_000) }]);
    },
    publishMoment: (at: Instant) => publish([], at),
    silence: () => clearInterval(timer),
    publishChange: (id: string) => services.publishCore(transactionChangedSubject(namespace), id),
  };
}

/** Believes whoever brings a word of identity; services themselves read it. */
const staffGate: StaffGate = {
  async admit({ assertion }) {
    if (assertion === undefined) return { kind: "refused" };
    const credential = { sessionId: newId<string>() };
    const staff = { accountId: newId<"AccountId">(), assertionId: newId(), credential };
    return { kind: "admitted", staff, ended: async () => undefined };
  },
};

/** Replies to every request of every service by `handle`. Returns what ends it. */
export async function serveAll(
  services: Messaging,
  handle: (name: string, data: unknown, context: RequestContext) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const definitions: readonly RequestDefinition[] = [
    ...identityRequests,
    ...transactionsRequests,
    ...paymentsRequests,
    ...payoutsRequests,
  ];
  const handlers = definitions.map(
    (definition): RequestHandler =>
      handleRequest(definition, async (data, context) => handle(definition.name, data, context)),
  );
  const stop = services.serve({ handlers, onFault: () => undefined, staffGate });
  await services.connection.flush();
  return stop;
}
