import { json } from '#lib/http/answers.ts'
import { methods } from '#lib/http/methods.ts'
import { getDatabase } from '#lib/store/database.ts'

/** The desk can work: its settings are right and its database answers. Never asks the service. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  async GET() {
    try {
      getDatabase().prepare('SELECT 1').get()
      return json({ status: 'ready' })
    } catch {
      return json({ status: 'not_ready' }, 503)
    }
  },
})
