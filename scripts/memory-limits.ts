import { totalmem } from 'node:os'

const MIB = 1024 * 1024
/** What the server takes beside its heap (code, buffers, pictures being made), and its launcher. */
const BESIDE_MIB = 224
/** All that is alive takes 70 MiB, with rosters of 5,000 people 100. */
const LEAST_MIB = 160
/** Beyond this a heap holds only what nobody has swept yet, and sweeping it takes longer. */
const MOST_MIB = 512
/** V8's nursery: it exists up to three times. Half of V8's own bound costs a page 2 % of its time. */
const NURSERY_MIB = 16

/**
 * Node's options for the server, so that it stays within the memory of its container or unit (`process.constrainedMemory`),
 * and leaves a machine without such a limit to others too: V8 sweeps late where it sees much room. Who sets
 * `--max-old-space-size` in `NODE_OPTIONS` has the word. Sizing: docs/install.md.
 */
export function toHeapOptions(
  limitBytes = process.constrainedMemory(),
  options = process.env.NODE_OPTIONS ?? '',
  machineBytes = totalmem(),
): string[] {
  if (/--max[-_]old[-_]space[-_]size/.test(options)) return []
  // Without a limit the system says 0, or more than there is.
  const memoryMib = (limitBytes > 0 ? Math.min(limitBytes, machineBytes) : machineBytes) / MIB
  const heapMib = Math.round(Math.min(MOST_MIB, Math.max(LEAST_MIB, (memoryMib - BESIDE_MIB) * 0.75)))
  return [`--max-old-space-size=${heapMib}`, `--max-semi-space-size=${NURSERY_MIB}`]
}

/**
 * Of the allocator of the system's C library (glibc), which gives each thread heaps of its own and returns little of them: what gzip,
 * files and pictures let go of lay there, as much again as V8's whole heap. Two are enough for all threads (mallopt(3),
 * `M_ARENA_MAX`). Whoever sets `MALLOC_ARENA_MAX` has the word; other libraries do not know it.
 */
export function toAllocatorEnv(env: Record<string, string | undefined> = process.env): {
  MALLOC_ARENA_MAX: string
} {
  return { MALLOC_ARENA_MAX: env.MALLOC_ARENA_MAX ?? '2' }
}
