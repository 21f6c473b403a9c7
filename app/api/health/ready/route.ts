import { json } from '#lib/http/answers.ts'
import { getDatabase } from '#lib/store/database.ts'

/** The desk can work: its settings are right and its database answers. Never asks the service. */
export function GET(): Response {
  try {
    getDatabase().prepare('SELECT 1').get()
    return json({ status: 'ready' })
  } catch {
    return json({ status: 'not_ready' }, 503)
  }
}
