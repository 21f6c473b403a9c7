import { totalmem } from 'node:os'

const MIB = 1024 * 1024
/** The server's memory outside its heap (code, buffers, pictures in progress), and its launcher. */
const BESIDE_MIB = 224
/** Live objects take 70 MiB, or 100 MiB with rosters of 5,000 people. */
const LEAST_MIB = 160
/** A larger heap holds only garbage, and its collection takes longer. */
const MOST_MIB = 512
/** V8's young generation, which exists up to three times. Half of V8's default costs a page 2 % of its time. */
const NURSERY_MIB = 16

/**
 * Node's options for the server. They keep it within the memory of its container or unit (`process.constrainedMemory`).
 * They also leave memory to others on a machine without a limit, because V8 collects late where memory is plentiful.
 * `--max-old-space-size` in `NODE_OPTIONS` has priority. Sizing: docs/install.md.
 */
export function toHeapOptions(
  limitBytes = process.constrainedMemory(),
  options = process.env.NODE_OPTIONS ?? '',
  machineBytes = totalmem(),
): string[] {
  if (/--max[-_]old[-_]space[-_]size/.test(options)) return []
  // Without a limit, the system reports 0, or more than the machine has.
  const memoryMib = (limitBytes > 0 ? Math.min(limitBytes, machineBytes) : machineBytes) / MIB
  const heapMib = Math.round(Math.min(MOST_MIB, Math.max(LEAST_MIB, (memoryMib - BESIDE_MIB) * 0.75)))
  return [`--max-old-space-size=${heapMib}`, `--max-semi-space-size=${NURSERY_MIB}`]
}

/**
 * An option of the C library's allocator (glibc), which gives each thread its own heaps and returns little of them.
 * Freed memory of gzip, files and pictures stayed there, as much as V8's whole heap.
 * Two heaps suffice for all threads (mallopt(3), `M_ARENA_MAX`). A given `MALLOC_ARENA_MAX` has priority; other
 * libraries ignore it.
 */
export function toAllocatorEnv(env: Record<string, string | undefined> = process.env): {
  MALLOC_ARENA_MAX: string
} {
  return { MALLOC_ARENA_MAX: env.MALLOC_ARENA_MAX ?? '2' }
}
