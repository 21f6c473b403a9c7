import 'server-only'
import { getDatabase } from './database.ts'
import type { Database } from './engine.ts'

/** The company's key, sealed: the database alone does not give it away. */
type ConnectionStore = {
  read(): Promise<string | null>
  write(seal: string): Promise<void>
  remove(): Promise<void>
}

export function getConnectionStore(): ConnectionStore {
  return createConnectionStore(getDatabase())
}

export function createConnectionStore(database: Database): ConnectionStore {
  return {
    async read() {
      const row = await database.get('SELECT seal FROM desk_connection')
      return row ? String(row.seal) : null
    },
    async write(seal) {
      await database.run(
        'INSERT INTO desk_connection VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET seal = excluded.seal',
        seal,
      )
    },
    async remove() {
      await database.run('DELETE FROM desk_connection')
    },
  }
}
