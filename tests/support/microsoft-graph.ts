/**
 * The part of Microsoft Graph that sets profile photos, by its published pages, with made-up accounts. The source of
 * each rule is beside it.
 */
import { createHash, randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'

/**
 * learn.microsoft.com/graph/api/profilephoto-update: "up to 4 MB"; accounts without a mailbox:
 * microsoft-graph-docs#8236, #8877.
 */
const WITH_MAILBOX_MAX = 4 * 1024 * 1024
const WITHOUT_MAILBOX_MAX = 100_000
/** learn.microsoft.com/graph/throttling-limits, Outlook service limits: per app, over all mailboxes. */
const AT_ONCE = 4

export type GraphAccount = {
  mailbox: boolean
  photo: Buffer | null
  /** An identity that stays when the sign-in name changes; by default it is made from the first name. */
  id?: string
  /** The address of its mailbox, by default the sign-in name. */
  mail?: string
  /** The status of every answer about its photo: a protected account (403), or a fault of one mailbox (500, 503). */
  fails?: 403 | 500 | 503
  /** Refuses new photos, while the present photo can be read and deleted. */
  takesNone?: boolean
}
type GraphJournalEntry = { method: string; path: string; status: number }

export type GraphOptions = {
  tenant: string
  clientId: string
  clientSecret: string
  /** The accounts by user principal name. */
  accounts: Record<string, GraphAccount>
  /** The value of `photoUpdateSettings.source`; null: the app may not read it. */
  source?: string | null
  /** The delay of each answer (ms). */
  delayMs?: number
  /** True when the app has `User.Read.All`, too. */
  readsAccounts?: boolean
}

export function createGraphService(options: GraphOptions) {
  const { tenant, clientId, clientSecret, accounts, source = null, delayMs = 0 } = options
  const { readsAccounts = true } = options
  const tokens = new Set<string>()
  const journal: GraphJournalEntry[] = []
  let underWay = 0
  let mostAtOnce = 0
  /** This many answers are 429 from now on. */
  let throttled = 0
  let retryAfter = 1
  const app = new Hono()

  // learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow
  app.post('/:tenant/oauth2/v2.0/token', async c => {
    const form = await c.req.parseBody()
    const isKnown = c.req.param('tenant') === tenant && form.client_id === clientId
    if (form.grant_type !== 'client_credentials') return c.json({ error: 'unsupported_grant_type' }, 400)
    // AADSTS7000215: invalid client secret provided.
    if (!isKnown || form.client_secret !== clientSecret) return c.json({ error: 'invalid_client' }, 401)
    const token = randomUUID()
    tokens.add(token)
    return c.json({ token_type: 'Bearer', expires_in: 3599, ext_expires_in: 3599, access_token: token })
  })

  app.use('/v1.0/*', async (c, next) => {
    underWay += 1
    mostAtOnce = Math.max(mostAtOnce, underWay)
    try {
      await new Promise(resolve => setTimeout(resolve, delayMs))
      const refusal = refuse(c)
      if (refusal) c.res = refusal
      else await next()
    } finally {
      underWay -= 1
      journal.push({ method: c.req.method, path: decodeURIComponent(c.req.path), status: c.res.status })
    }
  })

  function refuse(c: Context): Response | null {
    const token = c.req.header('authorization')?.replace('Bearer ', '') ?? ''
    if (!tokens.has(token)) return graphError(c, 401, 'InvalidAuthenticationToken')
    if (underWay <= AT_ONCE && throttled === 0) return null
    throttled = Math.max(0, throttled - 1)
    // learn.microsoft.com/graph/throttling: 429 with Retry-After in seconds.
    c.header('Retry-After', String(retryAfter))
    return graphError(c, 429, 'ApplicationThrottled')
  }

  // learn.microsoft.com/graph/profilephoto-configure-settings
  app.get('/v1.0/admin/people/photoUpdateSettings', c =>
    source === null
      ? graphError(c, 403, 'Authorization_RequestDenied')
      : c.json({ source, allowedRoles: [] }),
  )

  // learn.microsoft.com/graph/api/user-get: User.Read.All is the least that an app needs.
  app.get('/v1.0/users/:id', c => {
    if (!readsAccounts) return graphError(c, 403, 'Authorization_RequestDenied')
    const found = findAccount(c.req.param('id'))
    return found ? c.json(toUser(found)) : graphError(c, 404, 'Request_ResourceNotFound')
  })

  // learn.microsoft.com/graph/api/user-list, with the one filter that the desk uses.
  app.get('/v1.0/users', c => {
    if (!readsAccounts) return graphError(c, 403, 'Authorization_RequestDenied')
    const [, asked] = c.req.query('$filter')?.match(/^mail eq '(.*)'$/) ?? []
    const mail = asked?.replaceAll("''", "'").toLowerCase()
    const found = Object.entries(accounts).filter(([name, one]) => (one.mail ?? name).toLowerCase() === mail)
    return c.json({ value: found.slice(0, Number(c.req.query('$top') ?? 100)).map(toUser) })
  })

  app.get('/v1.0/users/:id/photo', c =>
    withAccount(c, account => {
      // learn.microsoft.com/graph/api/profilephoto-get: 404 without a photo.
      if (!account.photo) return graphError(c, 404, 'ImageNotFound')
      return c.json({ '@odata.mediaContentType': 'image/jpeg', '@odata.mediaEtag': toEtag(account.photo) })
    }),
  )

  app.get('/v1.0/users/:id/photo/$value', c =>
    withAccount(c, ({ photo }) => {
      if (!photo) return graphError(c, 404, 'ImageNotFound')
      return c.body(new Uint8Array(photo), 200, { 'content-type': 'image/jpeg', etag: toEtag(photo) })
    }),
  )

  app.put('/v1.0/users/:id/photo/$value', c =>
    withAccount(c, async account => {
      if (account.takesNone) return graphError(c, 403, FAULTS[403])
      if (c.req.header('content-type') !== 'image/jpeg') return graphError(c, 400, 'ErrorInvalidRequest')
      const photo = Buffer.from(await c.req.arrayBuffer())
      if (photo.length > WITH_MAILBOX_MAX) return graphError(c, 413, 'ErrorMessageSizeExceeded')
      // Without a mailbox, the photo is in the directory, whose attribute has a lower limit
      // (microsoft-graph-docs#5668).
      if (!account.mailbox && photo.length > WITHOUT_MAILBOX_MAX)
        return graphError(c, 400, 'ErrorInvalidImage')
      account.photo = photo
      return c.body(null, 200)
    }),
  )

  app.delete('/v1.0/users/:id/photo/$value', c =>
    withAccount(c, account => {
      if (!account.photo) return graphError(c, 404, 'ImageNotFound')
      account.photo = null
      return c.body(null, 204)
    }),
  )

  function withAccount(
    c: Context,
    answer: (account: GraphAccount) => Response | Promise<Response>,
  ): Response | Promise<Response> {
    const found = findAccount(c.req.param('id') ?? '')
    if (!found) return graphError(c, 404, 'Request_ResourceNotFound')
    const [, account] = found
    if (account.fails) return graphError(c, account.fails, FAULTS[account.fails])
    return answer(account)
  }

  function findAccount(key: string): [string, GraphAccount] | undefined {
    return Object.entries(accounts).find(
      ([name, account]) => name === key || toUser([name, account]).id === key,
    )
  }

  return {
    fetch: app.fetch,
    journal,
    mostAtOnce: () => mostAtOnce,
    throttle(answers: number, seconds = 1) {
      throttled = answers
      retryAfter = seconds
    },
    /** Makes every token invalid from now on. */
    forgetTokens: () => tokens.clear(),
  }
}

const FAULTS = {
  403: 'ErrorAccessDenied',
  500: 'ErrorInternalServerError',
  503: 'ErrorMailboxMoveInProgress',
}

function toUser([name, { id, mail }]: [string, GraphAccount]) {
  return { id: id ?? `id-of-${name}`, userPrincipalName: name, mail: mail ?? name }
}

function graphError(c: Context, status: 400 | 401 | 403 | 404 | 413 | 429 | 500 | 503, code: string) {
  const innerError = { date: new Date().toISOString(), 'request-id': randomUUID() }
  return c.json({ error: { code, message: code, innerError } }, status)
}

function toEtag(photo: Buffer): string {
  return `"${createHash('sha256').update(photo).digest('hex').slice(0, 32)}"`
}
