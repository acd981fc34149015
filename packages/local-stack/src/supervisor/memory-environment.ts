/**
 * For every program, as the image has it (`deploy/Dockerfile`). glibc keeps an arena for each thread, and what was freed in one is of no
 * use to the others; Node has a dozen threads, which rarely allocate at the same time. What V8 needs to compile, in pieces of 32 KiB,
 * goes back to the kernel only where such pieces are mapped each by itself.
 */
export const memoryEnvironment = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: "32768",
} as const;
