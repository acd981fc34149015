// The health check of a container: well when the program beside it says that it is ready. READY_PORT is the port on
// which it says so; the services call it HEALTH_PORT. A job has neither, and is judged by its exit code.
const port = process.env.READY_PORT ?? process.env.HEALTH_PORT;
const answerTimeoutMs = 2_000;

if (port !== undefined) {
  const signal = AbortSignal.timeout(answerTimeoutMs);
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal });
  console.log(answer.status, await answer.text());
  if (answer.status !== 200) process.exitCode = 1;
}
