import { jsonText } from "@sanu/contracts";
import { expect, it } from "vitest";
import { TransactionEvent } from "./events.ts";
import * as happened from "./example-events.fixture.ts";

it.each([
  happened.created,
  happened.linked,
  happened.paid,
  happened.held,
  happened.refundSettled(),
  happened.completed,
  happened.failed,
])("reads a stored $type as it was written", (event) => {
  expect(TransactionEvent.parse(JSON.parse(jsonText(event)))).toEqual(event);
});
