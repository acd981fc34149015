// Writes docs/questions.md: what analysts ask in SQL, and the answers that the test of the questions expects.
import { writeFileSync } from "node:fs";
import { questionsPage } from "../src/events/sql/questions-page.fixture.ts";

writeFileSync(new URL("../../../docs/questions.md", import.meta.url), questionsPage());
