import { randomUUID } from 'node:crypto'
import { encode } from 'next-auth/jwt'
import '#tests/support/outside-next.ts'
import { cookieName } from '#lib/http/cookies.ts'
import { newAccountRow } from '#lib/session/accounts/accounts.ts'
import { getNextAuthSecret } from '#lib/session/secrets.ts'
import { startSession } from '#lib/session/sessions/registry.ts'
import { getAccountStore } from '#lib/store/account-store.ts'
import { LARGE_PROJECT } from '#sandbox/seed/projects.ts'
import { percentile, timed } from './measures.ts'

const REQUESTS = 3_000
const WARM_UP = 300
const AT_ONCE = 10

/** Whole answers of the real route handler for a cached page; the session is checked each time. */
export async function measureCachedPage(): Promise<{ perSecond: number; p99: number }> {
  const { GET } = await import('#app/api/v1/projects/[projectId]/employees/route.ts')
  const id = randomUUID()
  await getAccountStore().create(newAccountRow({ id, email: `${id}@example.com`, role: 'editor' }))
  const { sid } = await startSession(id, { method: 'password', client: '' })
  const token = await encode({ token: { sub: id, sid }, secret: getNextAuthSecret(), maxAge: 3600 })
  const headers = {
    'x-csrf': '1',
    'sec-fetch-site': 'same-origin',
    cookie: `${cookieName('session')}=${token}`,
  }
  const url = `https://desk.example.test/api/v1/projects/${LARGE_PROJECT.id}/employees?per_page=50`

  const ask = async () => {
    const context = { params: Promise.resolve({ projectId: String(LARGE_PROJECT.id) }) }
    const answer = await GET(new Request(url, { headers }), context)
    if (answer.status !== 200)
      throw new Error(`The handler answered ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  for (let count = 0; count < WARM_UP; count += 1) await ask()
  const times: number[] = []
  const worker = async () => {
    while (times.length < REQUESTS) times.push(await timed(ask))
  }
  const total = await timed(() => Promise.all(Array.from({ length: AT_ONCE }, worker)))
  return { perSecond: (times.length * 1000) / total, p99: percentile(times, 0.99) }
}
