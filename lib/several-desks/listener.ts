import 'server-only'
import type { Client, Notification } from 'pg'
import type { PostgresSettings } from '#lib/settings/database-settings.ts'
import { toPoolConfig } from '#lib/store/postgres.ts'

const RECONNECT_MS = 2_000

type Subscriber = {
  onMessage(payload: string): void
  /** Called after each connect: messages sent before it are lost. */
  onListening(): void
}

/**
 * Receives notifications of the database (`NOTIFY`) over a connection of its own, and reconnects when it is lost.
 * Nothing may depend on them: some proxies between a desk and its server do not support `LISTEN`.
 */
export class Listener {
  readonly #connect: () => Promise<Client>
  readonly #subscribers = new Map<string, Subscriber[]>()
  #client: Client | null = null
  #isOpen = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  /** `connect` creates a client that is not connected yet. */
  constructor(connect: () => Promise<Client>) {
    this.#connect = connect
  }

  add(channel: string, subscriber: Subscriber): void {
    const known = this.#subscribers.get(channel)
    this.#subscribers.set(channel, [...(known ?? []), subscriber])
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
    const reconnect = () => {
      if (this.#isClosed || !this.#isOpen) return
      this.#isOpen = false
      this.#client = null
      this.#timer = setTimeout(() => void this.#open(), RECONNECT_MS)
      this.#timer.unref()
    }
    try {
      client = await this.#connect()
      client.on('error', reconnect)
      client.on('end', reconnect)
      client.on('notification', notification => this.#onNotification(notification))
      await client.connect()
      this.#client = client
      if (this.#isClosed) return await client.end()
      await this.#listen(client, [...this.#subscribers.keys()])
    } catch {
      reconnect()
      await client?.end().catch(() => {})
    }
  }

  async #listen(client: Client, channels: string[]): Promise<void> {
    try {
      await client.query(channels.map(channel => `LISTEN ${channel}`).join('; '))
      for (const channel of channels)
        for (const { onListening } of this.#subscribers.get(channel) ?? []) onListening()
    } catch {
      // The end of the connection starts a reconnect.
      await client.end().catch(() => {})
    }
  }

  #onNotification({ channel, payload = '' }: Notification): void {
    for (const { onMessage } of this.#subscribers.get(channel) ?? []) onMessage(payload)
  }
}

/** Connects to the server that the settings name. */
export function openListener(settings: PostgresSettings): Listener {
  return new Listener(async () => {
    const { default: pg } = await import('pg')
    return new pg.Client({ ...toPoolConfig(settings, pg.types), application_name: 'portrait-desk listener' })
  })
}
