import type { Zone } from "../tree/zones.ts";

/** What the files of one zone may import. */
export interface Permission {
  /** Workspace packages, by name; services only through their door. */
  readonly packages: readonly string[];
  /** npm packages; a name that ends in `/` is a scope. `declared` is whatever the package.json names. */
  readonly npm: readonly string[] | "declared";
  readonly builtins: readonly string[] | "all";
  /** Zones of the same package. A zone may always import itself, an aggregate only its own folder. */
  readonly own: readonly Zone[];
}

const base = ["kernel", "attempts", "contracts", "platform"] as const;
const services = ["gateway-api", "identity", "transactions", "payments", "payouts"] as const;
const everyPackage = [
  ...base,
  "rails",
  "sandbox",
  "local-stack",
  "cli",
  "demo",
  "testing",
  "client",
] as const;
/** Everything behind a service's handlers: what they may use and what must not use them. */
const inner = ["aggregate", "projections", "database", "part"] as const;

const everyZone: readonly Zone[] = [
  ...everyPackage,
  ...inner,
  "handlers",
  "reactions",
  "routes",
  "plugins",
  "clients",
  "settings",
  "compose",
  "main",
  "door",
];

/** The table of the style guide, section 3, row by row. */
export const table: Readonly<Record<Zone, Permission>> = {
  kernel: { packages: [], npm: [], builtins: [], own: [] },
  // The rule of every attempt to move money. A key is a hash: the same wherever it is made.
  attempts: { packages: ["kernel"], npm: [], builtins: ["node:crypto"], own: [] },
  contracts: { packages: ["kernel"], npm: ["zod"], builtins: [], own: [] },
  platform: {
    packages: ["kernel", "attempts", "contracts"],
    npm: [
      "@nats-io/",
      "pg",
      "pg-protocol",
      "kysely",
      "fastify",
      "fastify-plugin",
      "@fastify/",
      "pino",
    ].concat("prom-client", "@opentelemetry/", "zod", "@hpke/core", "shamir-secret-sharing"),
    builtins: "all",
    own: [],
  },
  rails: {
    packages: ["kernel", "attempts"],
    npm: [
      "zod",
      "undici",
      "@noble/",
      "@scure/",
      "tiny-secp256k1",
      "libphonenumber-js",
      "ipaddr.js",
    ],
    builtins: "all",
    own: [],
  },
  // It runs in pages and programs of others, with nothing beside it: not even a name of ours.
  client: { packages: [], npm: [], builtins: [], own: [] },
  sandbox: { packages: base, npm: "declared", builtins: "all", own: [] },
  "local-stack": { packages: [...base, "client"], npm: "declared", builtins: "all", own: [] },
  cli: { packages: [...base, "rails", ...services], npm: "declared", builtins: "all", own: [] },
  // It runs a whole system in one process; nothing that an image contains imports it.
  demo: {
    packages: [...base, "sandbox", "local-stack", "cli", ...services],
    npm: "declared",
    builtins: "all",
    own: [],
  },
  testing: {
    packages: [...everyPackage, ...services],
    npm: "declared",
    builtins: "all",
    own: [],
  },
  test: { packages: [...everyPackage, ...services], npm: "declared", builtins: "all", own: [] },
  // A test beside the code sees its own package and the test kit, never another service.
  "test-file": {
    packages: everyPackage,
    npm: "declared",
    builtins: "all",
    own: everyZone,
  },
  aggregate: { packages: ["kernel", "contracts"], npm: ["zod"], builtins: [], own: [] },
  handlers: {
    packages: [...base, "rails"],
    npm: [],
    builtins: ["node:crypto"],
    own: [...inner, "settings"],
  },
  reactions: {
    packages: [...base, "rails"],
    npm: [],
    builtins: ["node:crypto"],
    own: [...inner, "settings"],
  },
  projections: { packages: base, npm: ["kysely", "zod"], builtins: [], own: [...inner] },
  database: { packages: base, npm: ["kysely", "zod"], builtins: [], own: [...inner] },
  settings: {
    // Which providers there are, and what each needs, is for rails to say.
    packages: [...base, "rails"],
    npm: ["zod"],
    // To read an address, a path or a URL; nothing is opened where settings are read.
    builtins: ["node:net", "node:path", "node:url"],
    own: [...inner, "handlers", "reactions"],
  },
  routes: {
    packages: base,
    npm: ["fastify", "@fastify/", "fastify-type-provider-zod", "zod"],
    builtins: ["node:crypto", "node:http", "node:stream"],
    own: ["clients", "plugins", "part", "settings"],
  },
  plugins: {
    packages: base,
    npm: ["fastify", "@fastify/", "fastify-plugin", "fastify-type-provider-zod", "zod"],
    builtins: "all",
    own: ["clients", "part", "settings"],
  },
  clients: { packages: base, npm: [], builtins: [], own: ["part"] },
  // A capability of a service (passwords, mail, tokens): used by the rest, using nothing above it.
  part: { packages: [...base, "rails"], npm: "declared", builtins: "all", own: [...inner] },
  compose: {
    packages: [...base, "rails"],
    npm: "declared",
    builtins: "all",
    own: [...inner, "handlers", "reactions", "routes", "plugins", "clients", "settings"],
  },
  main: { packages: ["platform"], npm: [], builtins: [], own: ["compose", "settings"] },
  door: { packages: [], npm: [], builtins: [], own: ["compose", "settings", ...inner] },
};
