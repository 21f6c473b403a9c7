import { z } from 'zod'
import type { Database } from '#lib/store/engine.ts'

/** So often a desk looks by itself, whatever it hears. */
const LOOK_MS = 1_000
/** What is not kept for desks that are down is kept for so long. */
const PASSING_SECONDS = 10 * 60
/** Photos that nobody has used for the desk's longest time are gone by themselves; see `PHOTO_STORE_DAYS` (3). */
const KEPT_SECONDS = 400 * 24 * 60 * 60
/** Whoever has not looked for longer begins anew: some of it may be gone. */
const AWAY_MS = (PASSING_SECONDS * 1000) / 2
const TIDY_MS = 60_000
const TELL_WAIT_MS = 500
const AGAIN_MS = 1_000
/** Of what is not kept; beyond it the others are told that they know nothing any more. */
const QUEUE_MAX = 2_000

/** What is kept is read in such pieces, however much it is. */
const PAGE_ROWS = 200

const momentSchema = z.object({ next: z.string(), now: z.number() })
const lookSchema = momentSchema.extend({ rows: z.string() })
const rowsSchema = z.array(
  z.object({ id: z.number(), desk: z.string(), news: z.string(), ago_ms: z.number() }),
)

/** All transactions before `next` are over. */
const MOMENT = `CAST(pg_snapshot_xmin(pg_current_snapshot()) AS text) AS next,
    CAST(extract(epoch FROM clock_timestamp()) AS float8) * 1000 AS now`

const AGO_MS = 'greatest(0, extract(epoch FROM clock_timestamp() - said_at) * 1000)'

/** Everything said by transactions that were not over when the look before this one was made, some of it known already. */
const LOOK = `SELECT ${MOMENT},
    (SELECT CAST(coalesce(json_agg(json_build_object('id', id, 'desk', desk, 'news', news, 'ago_ms', ${AGO_MS}) ORDER BY id), '[]') AS text)
     FROM desk_news WHERE said_in >= CAST(? AS xid8)) AS rows`

const KEPT = `SELECT id, desk, news, CAST(${AGO_MS} AS float8) AS ago_ms FROM desk_news
  WHERE kept AND said_in >= CAST(? AS xid8) AND id > ? ORDER BY id LIMIT ${PAGE_ROWS}`

/** A restored dump brings the numbers of another server, which this one has not reached: every look would find them again. */
const RENUMBER =
  'UPDATE desk_news SET said_in = pg_current_xact_id() WHERE said_in >= pg_snapshot_xmax(pg_current_snapshot())'

const TELL = `WITH said AS (INSERT INTO desk_news (desk, kept, news) VALUES (?, ? = 1, ?) RETURNING id)
  SELECT pg_notify('desk_news', ?) FROM said`

const TIDY = `DELETE FROM desk_news WHERE said_at < clock_timestamp() - CASE WHEN kept THEN interval '${KEPT_SECONDS} seconds'
  ELSE interval '${PASSING_SECONDS} seconds' END`

/** Instead of what was too much to be told one by one. */
const TOO_MUCH = JSON.stringify({ kind: 'too_much' })

/** Up to where a desk has heard, in its own folder; null where it has left none. */
export type Mark = { read(): string | null; write(mark: string): void }

type ChannelOptions = {
  database: Pick<Database, 'all' | 'get' | 'run'>
  /** A name that no other process has. */
  desk: string
  /** `hear` whenever somebody has told something; may miss some. */
  listen(hearer: { hear(payload: string): void; begun(): void }): void
  /** One message, in the order in which they were told. */
  hear(news: unknown, told: { agoMs: number }): Promise<void>
  /** Some of it was not heard and never will be. */
  missed(): Promise<void>
  awayMs?: number
  /** A look failed, the first one after one that did not. */
  failed(error: unknown): void
}

/**
 * Messages between the desks of one database: rows that everybody reads, and a word on the wire that there are some. Looking
 * each second is the way that always works. What was told by transactions that a look could not see yet is seen by the next
 * one, however late they end; who has slept for too long is told so. See docs/decisions/047-several-desks.md.
 */
export class DeskChannel {
  readonly #options: ChannelOptions
  /** Transactions before it were all over at the last look. */
  #from: string | null = null
  #seen = new Set<number>()
  #lookedAt = 0
  #looking: Promise<void> | null = null
  #again = false
  #isFailing = false
  #tidiedAt = Number.NEGATIVE_INFINITY
  #mark: Mark | null = null
  readonly #queue: { news: unknown[]; kept: boolean; told: () => void }[] = []
  #telling = false

  constructor(options: ChannelOptions) {
    this.#options = options
  }

  /**
   * Hears what is kept for desks that were down since `mark`, unless nothing here could be concerned by it (`hearsKept`), and
   * from now on everything. Rejects when the server is away.
   */
  async start(mark: Mark, { hearsKept = true } = {}): Promise<void> {
    const { database } = this.#options
    this.#mark = mark
    await database.run(RENUMBER)
    const { next, now } = momentSchema.parse(await database.get(`SELECT ${MOMENT}`))
    this.#from = next
    this.#lookedAt = now
    const since = toMark(mark.read())
    // It was written beside another server, whose transactions had other numbers.
    if (hearsKept) await this.#hearKept(BigInt(since) > BigInt(next) ? '0' : since)
    mark.write(next)
    const look = () => void this.look()
    this.#options.listen({ hear: said => said !== this.#options.desk && look(), begun: look })
    setInterval(look, LOOK_MS).unref()
  }

  /** Resolves when all that had been told before this call was heard. */
  look(): Promise<void> {
    if (this.#looking) {
      this.#again = true
      return this.#looking
    }
    this.#looking = this.#lookOn().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  /** Resolves when it is told, or after a moment. */
  async tell(news: unknown[], { kept }: { kept: boolean }): Promise<void> {
    if (news.length === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, TELL_WAIT_MS)
    this.#queue.push({
      news,
      kept,
      told: () => {
        clearTimeout(timer)
        resolve()
      },
    })
    this.#shorten()
    if (!this.#telling) void this.#tellAll()
    await promise
  }

  async #lookOn(): Promise<void> {
    do {
      this.#again = false
      try {
        await this.#lookOnce()
        this.#isFailing = false
      } catch (error) {
        if (!this.#isFailing) this.#options.failed(error)
        this.#isFailing = true
      }
    } while (this.#again && !this.#isFailing)
  }

  async #hearKept(since: string): Promise<void> {
    for (let last = 0; ; ) {
      const rows = rowsSchema.parse(await this.#options.database.all(KEPT, since, last))
      for (const row of rows) await this.#hear(row)
      if (rows.length < PAGE_ROWS) return
      last = rows.at(-1)?.id ?? last
    }
  }

  async #lookOnce(): Promise<void> {
    if (this.#from === null) return
    const { awayMs = AWAY_MS } = this.#options
    const { next, now, rows } = await this.#ask(this.#from)
    // A server that is another one now counts its transactions anew.
    const wasAway = BigInt(next) < BigInt(this.#from) || Math.abs(now - this.#lookedAt) > awayMs
    const unseen = rows.filter(({ id }) => !this.#seen.has(id))
    this.#from = next
    this.#lookedAt = now
    this.#seen = new Set(rows.map(({ id }) => id))
    if (wasAway) await this.#options.missed()
    for (const row of unseen) await this.#hear(row)
    if (unseen.length > 0) this.#mark?.write(next)
    await this.#tidy()
  }

  async #ask(from: string) {
    const found = lookSchema.parse(await this.#options.database.get(LOOK, from))
    return { ...found, rows: rowsSchema.parse(JSON.parse(found.rows)) }
  }

  async #hear({ desk, news, ago_ms }: z.infer<typeof rowsSchema>[number]): Promise<void> {
    if (desk === this.#options.desk) return
    if (news === TOO_MUCH) return this.#options.missed()
    for (const one of z.array(z.unknown()).parse(JSON.parse(news)))
      await this.#options.hear(one, { agoMs: ago_ms })
  }

  async #tidy(): Promise<void> {
    if (performance.now() - this.#tidiedAt < TIDY_MS) return
    this.#tidiedAt = performance.now()
    await this.#options.database.run(TIDY)
  }

  /** One after the other, so that they are heard in this order; what has gathered meanwhile goes together. */
  async #tellAll(): Promise<void> {
    this.#telling = true
    for (;;) {
      const [first] = this.#queue
      if (!first) break
      const other = this.#queue.findIndex(({ kept }) => kept !== first.kept)
      const batch = this.#queue.splice(0, other < 0 ? this.#queue.length : other)
      const news = batch.flatMap(({ news }) => news)
      const text = news.includes(TOO_MUCH) ? TOO_MUCH : JSON.stringify(news)
      const { database, desk } = this.#options
      try {
        await database.get(TELL, desk, Number(first.kept), text, desk)
        for (const { told } of batch) told()
      } catch {
        this.#queue.unshift(...batch)
        await new Promise<void>(resolve => setTimeout(resolve, AGAIN_MS).unref())
      }
    }
    this.#telling = false
  }

  #shorten(): void {
    if (this.#queue.filter(({ kept }) => !kept).length <= QUEUE_MAX) return
    const kept = this.#queue.filter(({ kept }) => kept)
    this.#queue.splice(0, this.#queue.length, { news: [TOO_MUCH], kept: false, told() {} }, ...kept)
  }
}

/** What this desk has written itself, or the beginning. */
function toMark(mark: string | null): string {
  return mark !== null && /^\d{1,19}$/.test(mark) ? mark : '0'
}
