import { packageOf } from "../tree/zones.ts";
import type { Graph } from "./graph.ts";

/** The rooms of a service from the ground up: a room may import those before it in the list, never one behind it. */
const roomsOf: Readonly<Record<string, readonly string[]>> = {
  "services/gateway-api": [
    "auth",
    "clients",
    "fields",
    "multipart",
    "account-page",
    "pay-page",
    "facts-page",
    "problem-pages",
    "throttle",
    "connections",
    "tls",
    "openapi",
    "streams",
    "plugins",
    "routes",
  ],
  "services/identity": [
    "account",
    "kyc-tiers",
    "contacts",
    "database",
    "projections",
    "mail",
    "sessions",
    "credentials",
    "kyc",
    "second-factors",
    "api-keys",
    "staff-acts",
    "admin-actions",
    "erasure",
    "handlers",
    "reactions",
  ],
  "services/payments": [
    "database",
    "invoice",
    "payment",
    "refund",
    "statements",
    "handlers",
    "reactions",
  ],
  "services/payouts": ["database", "payout", "treasury", "statements", "handlers", "reactions"],
  "services/transactions": [
    "calendar",
    "customer",
    "standing-order",
    "connector-terms",
    "database",
    "personal-data",
    "rates",
    "transaction",
    "case",
    "guards",
    "treasury",
    "comparison",
    "wallet",
    "projections",
    "orders",
    "occurrences",
    "handlers",
    "reactions",
  ],
};

/** Arrows that point upwards, and rooms that have no place in the order of their service. Tests may look anywhere. */
export function findUpwardArrows(graph: Graph): readonly string[] {
  const strays = graph.modules.flatMap((path) => {
    const room = roomOf(path);
    return room === undefined || room.level >= 0 ? [] : [`${path}: its room is in no list`];
  });
  const upward = graph.imports.flatMap(({ from, to }) => {
    if (to === undefined || isTest(from) || packageOf(from) !== packageOf(to)) return [];
    const [lower, upper] = [roomOf(from), roomOf(to)];
    const isUpward = lower !== undefined && upper !== undefined && upper.level > lower.level;
    return isUpward ? [`${from} → ${to}: ${lower.name} is below ${upper.name}`] : [];
  });
  return [...strays, ...upward];
}

function roomOf(path: string): { readonly name: string; readonly level: number } | undefined {
  const rooms = roomsOf[packageOf(path)];
  const [, , source, name = "", inRoom] = path.split("/");
  if (rooms === undefined || source !== "src" || inRoom === undefined) return undefined;
  return { name, level: rooms.indexOf(name) };
}

function isTest(path: string): boolean {
  return /\.(test|fixture)\.ts$/.test(path);
}
