import { type Database, openDatabase, type Statement } from "@sanu/platform";
import { untilConnected } from "../until-connected.ts";

/** For what a test asks by itself: a query that had no connection in time is asked again. */
export function openPatientDatabase(options: Parameters<typeof openDatabase>[0]): Database {
  const database = openDatabase(options);
  return {
    ...database,
    query: <Row>(statement: Statement) => untilConnected(() => database.query<Row>(statement)),
    pipelined: (...work) => untilConnected(() => database.pipelined(...work)),
  };
}
