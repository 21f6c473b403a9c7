import { z } from 'zod'
import type { Database } from '#lib/store/engine.ts'

/** Milliseconds between two polls, whether or not notifications arrive. */
const POLL_MS = 1_000
/** Seconds for which events that are not kept stay in the table. */
const PASSING_SECONDS = 10 * 60
/** Seconds for which kept events stay: a photo that is unused for that time is deleted anyway (`PHOTO_STORE_DAYS`). */
const KEPT_SECONDS = 400 * 24 * 60 * 60
/** Milliseconds without a poll after which events may have been deleted unread. */
const AWAY_MS = (PASSING_SECONDS * 1000) / 2
const TIDY_MS = 60_000
/** Milliseconds that a publisher waits at most. */
const PUBLISH_WAIT_MS = 500
const RETRY_MS = 1_000
/** Unsent events that are not kept. Beyond it they are replaced by one event: the others must forget everything. */
const QUEUE_MAX = 2_000

/** Kept events are read in pages, however many there are. */
const PAGE_ROWS = 200

const positionSchema = z.object({ next: z.string(), now: z.number() })
const pollSchema = positionSchema.extend({ rows: z.string() })
const rowsSchema = z.array(
  z.object({ id: z.number(), desk: z.string(), news: z.string(), ago_ms: z.number() }),
)

/** All transactions before `next` have ended. */
const POSITION = `CAST(pg_snapshot_xmin(pg_current_snapshot()) AS text) AS next,
    CAST(extract(epoch FROM clock_timestamp()) AS float8) * 1000 AS now`

const AGO_MS = 'greatest(0, extract(epoch FROM clock_timestamp() - said_at) * 1000)'

/** Selects the events of all transactions that had not ended at the poll before; some of them are received already. */
const POLL = `SELECT ${POSITION},
    (SELECT CAST(coalesce(json_agg(json_build_object('id', id, 'desk', desk, 'news', news, 'ago_ms', ${AGO_MS}) ORDER BY id), '[]') AS text)
     FROM desk_news WHERE said_in >= CAST(? AS xid8)) AS rows`

const KEPT = `SELECT id, desk, news, CAST(${AGO_MS} AS float8) AS ago_ms FROM desk_news
  WHERE kept AND said_in >= CAST(? AS xid8) AND id > ? ORDER BY id LIMIT ${PAGE_ROWS}`

/**
 * Renumbers rows of a restored dump: they carry transactions of another server, and every poll would find them again.
 */
const RENUMBER =
  'UPDATE desk_news SET said_in = pg_current_xact_id() WHERE said_in >= pg_snapshot_xmax(pg_current_snapshot())'

const PUBLISH = `WITH said AS (INSERT INTO desk_news (desk, kept, news) VALUES (?, ? = 1, ?) RETURNING id)
  SELECT pg_notify('desk_news', ?) FROM said`

const TIDY = `DELETE FROM desk_news WHERE said_at < clock_timestamp() - CASE WHEN kept THEN interval '${KEPT_SECONDS} seconds'
  ELSE interval '${PASSING_SECONDS} seconds' END`

/** Replaces events that were too many to send. */
const TOO_MUCH = JSON.stringify({ kind: 'too_much' })

/** Stores the position up to which a desk has received events; null where it has none yet. */
export type Bookmark = { read(): string | null; write(position: string): void }

type Subscriber = { onMessage(payload: string): void; onListening(): void }

type ChannelOptions = {
  database: Pick<Database, 'all' | 'get' | 'run'>
  /** The name of this process among all desks. */
  desk: string
  /** Subscribes to notifications. They may be lost. */
  listen(subscriber: Subscriber): void
  /** Called with each event of another desk, in the order of publication. */
  onEvent(event: unknown, published: { agoMs: number }): Promise<void>
  /** Called when events were missed for good. */
  onMissed(): Promise<void>
  /** Called with the first of several failures in a row. */
  onFailure(error: unknown): void
  awayMs?: number
}

type Unsent = { events: unknown[]; isKept: boolean; onSent: () => void }

/**
 * Events between the desks of one database: rows of a table, and a notification that makes the other desks poll at
 * once. Polling each second always works. An event is received however late its transaction ends: each poll reads the
 * transactions that had not ended at the poll before. See docs/decisions/047-several-desks.md.
 */
export class DeskChannel {
  readonly #options: ChannelOptions
  /** All transactions before it had ended at the last poll. */
  #from: string | null = null
  #received = new Set<number>()
  #polledAt = 0
  #polling: Promise<void> | null = null
  #mustPollAgain = false
  #isFailing = false
  #tidiedAt = Number.NEGATIVE_INFINITY
  #bookmark: Bookmark | null = null
  readonly #queue: Unsent[] = []
  #isSending = false

  constructor(options: ChannelOptions) {
    this.#options = options
  }

  /**
   * Receives the kept events since the bookmark, unless `readsKept` is false, and all events from now on. Rejects when
   * the server is away.
   */
  async start(bookmark: Bookmark, { readsKept = true } = {}): Promise<void> {
    const { database } = this.#options
    this.#bookmark = bookmark
    await database.run(RENUMBER)
    const { next, now } = positionSchema.parse(await database.get(`SELECT ${POSITION}`))
    this.#from = next
    this.#polledAt = now
    const since = toPosition(bookmark.read())
    // A later position comes from another server, with other transaction numbers.
    if (readsKept) await this.#receiveKept(BigInt(since) > BigInt(next) ? '0' : since)
    bookmark.write(next)
    const poll = () => void this.poll()
    this.#options.listen({
      onMessage: sender => sender !== this.#options.desk && poll(),
      onListening: poll,
    })
    setInterval(poll, POLL_MS).unref()
  }

  /** Resolves when all events published before this call are received. */
  poll(): Promise<void> {
    if (this.#polling) {
      this.#mustPollAgain = true
      return this.#polling
    }
    this.#polling = this.#pollUntilDone().finally(() => {
      this.#polling = null
    })
    return this.#polling
  }

  /** Resolves when the events are stored, or after a moment. */
  async publish(events: unknown[], { isKept }: { isKept: boolean }): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, PUBLISH_WAIT_MS)
    const onSent = () => {
      clearTimeout(timer)
      resolve()
    }
    this.#queue.push({ events, isKept, onSent })
    this.#shortenQueue()
    if (!this.#isSending) void this.#sendAll()
    await promise
  }

  async #pollUntilDone(): Promise<void> {
    do {
      this.#mustPollAgain = false
      try {
        await this.#pollOnce()
        this.#isFailing = false
      } catch (error) {
        if (!this.#isFailing) this.#options.onFailure(error)
        this.#isFailing = true
      }
    } while (this.#mustPollAgain && !this.#isFailing)
  }

  async #receiveKept(since: string): Promise<void> {
    for (let last = 0; ; ) {
      const rows = rowsSchema.parse(await this.#options.database.all(KEPT, since, last))
      for (const row of rows) await this.#receive(row)
      if (rows.length < PAGE_ROWS) return
      last = rows.at(-1)?.id ?? last
    }
  }

  async #pollOnce(): Promise<void> {
    if (this.#from === null) return
    const { awayMs = AWAY_MS } = this.#options
    const { next, now, rows } = await this.#readSince(this.#from)
    // A server that was replaced numbers its transactions from the beginning.
    const wasAway = BigInt(next) < BigInt(this.#from) || Math.abs(now - this.#polledAt) > awayMs
    const unread = rows.filter(({ id }) => !this.#received.has(id))
    this.#from = next
    this.#polledAt = now
    this.#received = new Set(rows.map(({ id }) => id))
    if (wasAway) await this.#options.onMissed()
    for (const row of unread) await this.#receive(row)
    if (unread.length > 0) this.#bookmark?.write(next)
    await this.#tidy()
  }

  async #readSince(position: string) {
    const found = pollSchema.parse(await this.#options.database.get(POLL, position))
    return { ...found, rows: rowsSchema.parse(JSON.parse(found.rows)) }
  }

  async #receive({ desk, news, ago_ms }: z.infer<typeof rowsSchema>[number]): Promise<void> {
    if (desk === this.#options.desk) return
    if (news === TOO_MUCH) return this.#options.onMissed()
    for (const event of z.array(z.unknown()).parse(JSON.parse(news)))
      await this.#options.onEvent(event, { agoMs: ago_ms })
  }

  async #tidy(): Promise<void> {
    if (performance.now() - this.#tidiedAt < TIDY_MS) return
    this.#tidiedAt = performance.now()
    await this.#options.database.run(TIDY)
  }

  /**
   * Sends one batch at a time, to keep the order. A batch holds everything queued meanwhile that is kept for as long.
   */
  async #sendAll(): Promise<void> {
    this.#isSending = true
    for (;;) {
      const [first] = this.#queue
      if (!first) break
      const other = this.#queue.findIndex(({ isKept }) => isKept !== first.isKept)
      const batch = this.#queue.splice(0, other < 0 ? this.#queue.length : other)
      const events = batch.flatMap(({ events }) => events)
      const text = events.includes(TOO_MUCH) ? TOO_MUCH : JSON.stringify(events)
      const { database, desk } = this.#options
      try {
        await database.get(PUBLISH, desk, Number(first.isKept), text, desk)
        for (const { onSent } of batch) onSent()
      } catch {
        this.#queue.unshift(...batch)
        await new Promise<void>(resolve => setTimeout(resolve, RETRY_MS).unref())
      }
    }
    this.#isSending = false
  }

  #shortenQueue(): void {
    if (this.#queue.filter(({ isKept }) => !isKept).length <= QUEUE_MAX) return
    const kept = this.#queue.filter(({ isKept }) => isKept)
    const rest: Unsent = { events: [TOO_MUCH], isKept: false, onSent() {} }
    this.#queue.splice(0, this.#queue.length, rest, ...kept)
  }
}

/** Reads the position of a bookmark; the beginning where there is none. */
function toPosition(bookmark: string | null): string {
  return bookmark !== null && /^\d{1,19}$/.test(bookmark) ? bookmark : '0'
}
