import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * Where tests keep what they throw away: in memory where there is room, because a database waits for the disk at each
 * change. Whoever sets TMPDIR decides.
 */
export const TEMP_BASE = process.env.TMPDIR === undefined && hasRoom() ? MEMORY : tmpdir()

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ROOM_BYTES
  } catch {
    return false
  }
}
