import { chosen, measured, unpaid } from "./inputs.ts";

const { processorMs, commits } = measured;
const yearSeconds = 31_536_000;
const daySeconds = 86_400;

const owners = ["transactions", "payments", "payouts"] as const;
const services = ["gateway", ...owners] as const;
type Owner = (typeof owners)[number];

const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0);
const sumOf = (by: Readonly<Record<Owner, number>>) => sum(owners.map((owner) => by[owner]));
/** Identity is not asked while somebody buys. */
const replicas = (ms: number, perSecond: number) =>
  Math.max(chosen.replicasMin, Math.ceil((perSecond * ms) / 1_000 / chosen.coreShare));

/** Bytes a purchase that a database keeps for ever. */
const keptBy = (owner: Owner) => measured.eventBytes[owner] + measured.otherKeptBytes[owner];
const streamBytesOnDisk = sumOf(measured.streamBytes) * measured.streamOnDisk;

/** What so many purchases a second need, all of it proportional but the least number of replicas. */
export function needsAt(perSecond: number) {
  const perServices = services.map((name) => replicas(processorMs[name], perSecond));
  const withDatabases = sum(perServices.slice(1)) + chosen.replicasMin;
  const serviceCores = (perSecond * sum(services.map((name) => processorMs[name]))) / 1_000;
  const messages = measured.facts + 2 * measured.questions + measured.deliveries;
  const bounded = measured.keptForDays.map(({ bytes, days }) => bytes * days * daySeconds);
  const xidsPerSecond = perSecond * commits.transactions;
  return {
    serviceCores,
    postgresCores: (perSecond * sumOf(processorMs.postgres)) / 1_000,
    natsCores: (perSecond * processorMs.nats) / 1_000,
    replicas: Object.fromEntries(services.map((name, index) => [name, perServices[index] ?? 0])),
    connections: withDatabases * chosen.poolMax,
    busyConnections:
      (perSecond * (measured.executionMs + sumOf(commits) * measured.commitMs)) / 1_000,
    commitsPerSecond: perSecond * sumOf(commits),
    walBytesPerSecond: perSecond * measured.walBytes,
    factsPerSecond: perSecond * measured.facts,
    messagesPerSecond: perSecond * messages,
    streamBytesPerSecond: perSecond * sumOf(measured.streamBytes),
    databaseBytesPerYear: sum(owners.map(keptBy)) * perSecond * yearSeconds,
    streamBytesPerYear: streamBytesOnDisk * perSecond * yearSeconds,
    boundedBytes: sum(bounded) * perSecond,
    transactionsBytesPerYear: keptBy("transactions") * perSecond * yearSeconds,
    yearsToFullTable:
      chosen.tableBytesMax / (measured.eventBytes.transactions * perSecond * yearSeconds),
    hoursToFreeze: chosen.freezeAge / xidsPerSecond / 3_600,
  };
}

export type Needs = ReturnType<typeof needsAt>;

/** Purchases a second at which one core of a part is busy all the time. */
export function perCore(): Readonly<Record<string, number>> {
  const { postgres, nats, ...programs } = processorMs;
  const all = { ...programs, "Postgres of transactions": postgres.transactions, NATS: nats };
  return Object.fromEntries(Object.entries(all).map(([name, ms]) => [name, 1_000 / ms]));
}

/** What all parts take of a core for one purchase, in milliseconds. */
export function costMs(): number {
  const { postgres, nats } = processorMs;
  return sum(services.map((name) => processorMs[name])) + sumOf(postgres) + nats;
}

/** Status checks a second while so many unpaid orders, placed evenly over a day, wait at a provider that never ends them. */
export function checksPerSecond(openOrders: number): number {
  const { checksWhilePayable, checksInTheDayBehind } = unpaid;
  return ((checksWhilePayable + checksInTheDayBehind) * openOrders) / daySeconds;
}
