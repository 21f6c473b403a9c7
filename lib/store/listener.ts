import 'server-only'
import type { Client, Notification } from 'pg'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import { toPoolConfig } from './postgres.ts'

const AGAIN_MS = 2_000

type Hearer = {
  hear(payload: string): void
  /** From now on it hears; what was said before nobody has heard. */
  begun(): void
}

/**
 * Hears what is said in the database (`NOTIFY`), over a connection of its own, which it makes again when it is lost. Nothing
 * may depend on it: between a desk and its server may be somebody who lets no `LISTEN` through.
 */
export class Listener {
  readonly #connect: () => Promise<Client>
  readonly #hearers = new Map<string, Hearer[]>()
  #client: Client | null = null
  #isOpen = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  /** `connect` makes a client that is not connected yet. */
  constructor(connect: () => Promise<Client>) {
    this.#connect = connect
  }

  add(channel: string, hearer: Hearer): void {
    const known = this.#hearers.get(channel)
    this.#hearers.set(channel, [...(known ?? []), hearer])
    if (this.#isClosed) return
    if (!this.#isOpen) void this.#open()
    else if (this.#client && !known) void this.#listen(this.#client, [channel])
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#client?.end().catch(() => {})
  }

  async #open(): Promise<void> {
    clearTimeout(this.#timer)
    this.#isOpen = true
    let client: Client | undefined
    const again = () => {
      if (this.#isClosed || !this.#isOpen) return
      this.#isOpen = false
      this.#client = null
      this.#timer = setTimeout(() => void this.#open(), AGAIN_MS)
      this.#timer.unref()
    }
    try {
      client = await this.#connect()
      client.on('error', again)
      client.on('end', again)
      client.on('notification', news => this.#hear(news))
      await client.connect()
      this.#client = client
      if (this.#isClosed) return await client.end()
      await this.#listen(client, [...this.#hearers.keys()])
    } catch {
      again()
      await client?.end().catch(() => {})
    }
  }

  async #listen(client: Client, channels: string[]): Promise<void> {
    try {
      await client.query(channels.map(channel => `LISTEN ${channel}`).join('; '))
      for (const channel of channels) for (const { begun } of this.#hearers.get(channel) ?? []) begun()
    } catch {
      // Its end begins anew.
      await client.end().catch(() => {})
    }
  }

  #hear({ channel, payload = '' }: Notification): void {
    for (const { hear } of this.#hearers.get(channel) ?? []) hear(payload)
  }
}

/** The one of this process. Only where a server keeps everything. */
export function getListener(): Listener {
  return singleton(
    'listener',
    () =>
      new Listener(async () => {
        const { database } = getEnv()
        if (database === null) throw new Error('There is no server.')
        const { default: pg } = await import('pg')
        return new pg.Client({
          ...toPoolConfig(database, pg.types),
          application_name: 'portrait-desk listener',
        })
      }),
  )
}
