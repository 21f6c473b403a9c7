import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { isDiskFull } from '#lib/process/disk-room.ts'
import { isStopping } from '#lib/process/stopping.ts'
import { getDatabase } from '#lib/store/database.ts'

/** Returns whether the desk can work, or why not, for load balancers and supervisors. Never calls the service. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  async GET() {
    const reason = await findReason()
    return reason ? json({ status: 'not_ready', reason }, 503) : json({ status: 'ready' })
  },
})

async function findReason(): Promise<'stopping' | 'disk_full' | 'database' | null> {
  if (isStopping()) return 'stopping'
  if (await isDiskFull()) return 'disk_full'
  return (await canWrite()) ? null : 'database'
}

async function canWrite(): Promise<boolean> {
  try {
    await getDatabase().requireWritable()
    return true
  } catch {
    return false
  }
}
