// Prints what the test runner counted, plainly; a test that did not run is a failure.
import { readFileSync } from "node:fs";

const report = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { numTotalTests, numPassedTests, numFailedTests, numTotalTestSuites } = report;
const left = numTotalTests - numPassedTests - numFailedTests;
const files = report.testResults.length;

console.log(`test files: ${files}, test suites: ${numTotalTestSuites}`);
console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${left} skipped`);
process.exitCode = numTotalTests > 0 && numPassedTests === numTotalTests ? 0 : 1;
