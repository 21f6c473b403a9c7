import 'server-only'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'
import { photoFolder } from '#lib/photo-store/photo-store.ts'
import { type DeskEvent, getSubscriptions } from '#lib/ports/desk-events.ts'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import type { PostgresDatabase } from '#lib/store/postgres.ts'
import { type Bookmark, DeskChannel } from './desk-channel.ts'
import type { Listener } from './listener.ts'

const anyEvent = z.object({ kind: z.string() })

/** A lease is requested or free. Desks of the version before expect `of`. */
export const LEASE_CHANGED: DeskEvent<{ job: string; of: string }> = {
  kind: 'job_changed',
  schema: z.object({ job: z.string(), of: z.string() }),
  isKept: false,
}

/** The channel of this process to the other desks. */
export function openDeskChannel(database: PostgresDatabase, listener: Listener): DeskChannel {
  return singleton(
    'desk-channel',
    () =>
      new DeskChannel({
        database,
        desk: randomUUID(),
        listen: subscriber => listener.add('desk_news', subscriber),
        onEvent: dispatch,
        async onMissed() {
          log('info', 'desk_news_missed')
          for (const forget of getSubscriptions().onMissed) await attempt(forget)
        },
        onFailure: error => log('warn', 'desk_news_not_read', { ...describeError(error) }),
      }),
  )
}

/**
 * Starts to receive events, when everything has subscribed. Events kept for desks that were down come first, from the
 * bookmark in `DATA_DIR`. Rejects when the server is away.
 */
export async function receiveDeskEvents(channel: DeskChannel): Promise<void> {
  const path = join(/*turbopackIgnore: true*/ getEnv().dataDir, 'desk.news')
  const bookmark: Bookmark = {
    read: () => (existsSync(path) ? readFileSync(path, 'utf8') : null),
    write(position) {
      try {
        writeFileSync(path, position, { mode: 0o600 })
      } catch (error) {
        // Events that are received again after the next start cost no more than a few photos.
        log('warn', 'desk_news_mark_not_kept', { ...describeError(error) })
      }
    },
  }
  // Kept events are about photos on disk. In memory there is nothing yet.
  await channel.start(bookmark, { readsKept: existsSync(photoFolder()) })
}

/** Hands an event to its subscribers. Ignores kinds that only a later version publishes. */
async function dispatch(event: unknown, published: { agoMs: number }): Promise<void> {
  const named = anyEvent.safeParse(event)
  if (!named.success) return
  for (const { schema, handle } of getSubscriptions().byKind.get(named.data.kind) ?? []) {
    const parsed = schema.safeParse(event)
    if (parsed.success) await attempt(() => handle(parsed.data, published))
  }
}

async function attempt(run: () => unknown): Promise<void> {
  try {
    await run()
  } catch (error) {
    log('error', 'desk_news_not_heard', { ...describeError(error) })
  }
}
