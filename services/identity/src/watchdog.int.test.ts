import { measureOpenWork, openDatabase } from "@sanu/platform";
import { createTestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, expect, it } from "vitest";
import { migrations } from "./database/migrations/index.ts";
import { watchRules } from "./watchdog.ts";

const made = await createTestDatabase("identity_watchdog", migrations);
const database = openDatabase({ url: made.url, poolMax: 1, applicationName: "test" });

afterAll(async () => {
  await database.close();
  await made.drop();
});

it("finds an erasure of which nobody says what became of it", async () => {
  const insert = `insert into events (log_epoch, stream_id, version, event_id, event_type, data, recorded_at, correlation_id,
      causation_id)
    select 1, ('00000000-0000-8000-8000-00000000000' || place)::uuid, version, gen_random_uuid(), type, '{}',
      now() - interval '1 hour', 'test', 'test'
    from (values (1, 1, 'ErasureRequested'), (2, 1, 'ErasureRequested'), (2, 2, 'ErasureRefused'),
      (2, 3, 'ErasureRequested'), (3, 1, 'ErasureRequested'), (3, 2, 'AccountErased')) as one (place, version, type)`;
  await database.query(CompiledQuery.raw(insert));
  const [rule] = watchRules.filter(({ what }) => what === "erasure");
  if (rule === undefined) throw new Error("Nobody watches erasures");

  expect(await measureOpenWork(database, rule)).toMatchObject([{ by: "", open: 2, overdue: 2 }]);
});
