/**
 * For every program, as the image has it (`deploy/Dockerfile`): glibc keeps an arena for each thread, and what was freed in one is of no
 * use to the others. Node has a dozen threads, which rarely allocate at the same time.
 */
export const memoryEnvironment = { MALLOC_ARENA_MAX: "1" } as const;
