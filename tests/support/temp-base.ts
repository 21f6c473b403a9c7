import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * The folder for temporary files of tests. It is in memory if there is room, because a database waits for the disk at
 * each change. TMPDIR overrides it.
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
