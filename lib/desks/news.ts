import 'server-only'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { singleton } from '#lib/singleton.ts'
import { getPostgres } from '#lib/store/database.ts'
import { getListener } from '#lib/store/listener.ts'
import { DeskChannel, type Mark } from './channel.ts'

const ids = z.array(z.number())

/** What one desk tells the others that work with the same database. What a later version says besides is passed over. */
const newsSchema = z.discriminatedUnion('kind', [
  /**
   * A write has gone to the service with this key. `touched`: what every desk has read of it is no longer true, a regular
   * expression over addresses as `ReadCache` keeps them. `people`: as the service showed them to whoever wrote.
   */
  z.object({
    kind: z.literal('written'),
    key: z.string(),
    touched: z.string(),
    people: z.array(z.custom<Employee>(record => typeof record === 'object' && record !== null)),
    gone: ids,
    /** How long ago the call was sent, when this is told. */
    agoMs: z.number(),
  }),
  /** They were deleted at the service. Kept for desks that are down. */
  z.object({ kind: z.literal('people_purged'), people: ids }),
  /** Their photos have to leave every disk: they have no approval (any more). Kept for desks that are down. */
  z.object({ kind: z.literal('photos_withdrawn'), people: ids }),
  /** A job was begun, cancelled, paused or is to go on. */
  z.object({ kind: z.literal('job_changed'), job: z.string(), of: z.string() }),
])

export type News = z.infer<typeof newsSchema>
type NewsOf<Kind extends News['kind']> = Extract<News, { kind: Kind }>
/** `agoMs`: how long ago it was told, by the server's clock. */
type Hearer = (news: News, told: { agoMs: number }) => unknown

/** What a desk that was down has to hear as well. */
const KEPT: ReadonlySet<News['kind']> = new Set(['people_purged', 'photos_withdrawn'])

/** The name of this process among all desks. */
function deskName(): string {
  return singleton('desk-name', () => randomUUID())
}

/**
 * Tells all other desks. Resolves when it stands in the database, or at the latest after a moment: nobody who waits for an
 * answer waits longer for the news of it. Never rejects: what could not be told is told as soon as the server is there again,
 * and what is not heard is found out when what the others know has become old. Nothing where a file is the database.
 */
export async function tellDesks(...news: News[]): Promise<void> {
  const channel = getChannel()
  if (channel === null || news.length === 0) return
  const kept = news.filter(({ kind }) => KEPT.has(kind))
  const passing = news.filter(({ kind }) => !KEPT.has(kind))
  await Promise.all([channel.tell(passing, { kept: false }), channel.tell(kept, { kept: true })])
}

/** Calls `hear` with each news of this kind that another desk tells. */
export function onNews<Kind extends News['kind']>(
  kind: Kind,
  hear: (news: NewsOf<Kind>, told: { agoMs: number }) => unknown,
): void {
  const { hearers } = getHearers()
  hearers.set(kind, [...(hearers.get(kind) ?? []), hear as Hearer])
}

/** Calls `forget` when this desk was away for so long that nobody knows any more what it has missed: what it holds may be old. */
export function onMissedNews(forget: () => unknown): void {
  getHearers().missed.push(forget)
}

/**
 * Called once when the desk starts, after everybody who wants to hear has said so: first what is kept for whoever was down,
 * since the `mark` that this desk has last left in its own folder; not for one that holds nothing yet (`hearsKept`).
 */
export async function startHearing(mark: Mark, options: { hearsKept: boolean }): Promise<void> {
  await getChannel()?.start(mark, options)
}

function getChannel(): DeskChannel | null {
  const database = getPostgres()
  if (database === null) return null
  return singleton(
    'desk-channel',
    () =>
      new DeskChannel({
        database,
        desk: deskName(),
        listen: hearer => getListener().add('desk_news', hearer),
        hear: hearAll,
        missed: async () => {
          log('info', 'desk_news_missed')
          for (const forget of getHearers().missed) await attempt(forget)
        },
        failed: error => log('warn', 'desk_news_not_read', { ...describeError(error) }),
      }),
  )
}

async function hearAll(said: unknown, told: { agoMs: number }): Promise<void> {
  const parsed = newsSchema.safeParse(said)
  if (!parsed.success) return
  for (const hear of getHearers().hearers.get(parsed.data.kind) ?? [])
    await attempt(() => hear(parsed.data, told))
}

async function attempt(run: () => unknown): Promise<void> {
  try {
    await run()
  } catch (error) {
    log('error', 'desk_news_not_heard', { ...describeError(error) })
  }
}

function getHearers() {
  return singleton('news-hearers', () => ({
    hearers: new Map<News['kind'], Hearer[]>(),
    missed: [] as (() => unknown)[],
  }))
}
