import 'server-only'
import { getDatabase } from './database.ts'
import type { Database } from './engine.ts'

export function getConnectionStore() {
  return createConnectionStore(getDatabase())
}

/** The company's key, sealed: the database alone does not reveal it. */
export function createConnectionStore(database: Database) {
  return {
    async read(): Promise<string | null> {
      const row = await database.get('SELECT seal FROM desk_connection')
      return row ? String(row.seal) : null
    },
    async write(seal: string): Promise<void> {
      await database.run(
        'INSERT INTO desk_connection VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET seal = excluded.seal',
        seal,
      )
    },
    async remove(): Promise<void> {
      await database.run('DELETE FROM desk_connection')
    },
  }
}
