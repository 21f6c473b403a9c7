import 'server-only'
import type { DatabaseSync } from 'node:sqlite'
import { getDatabase } from './database.ts'

/** The company's key, sealed: the database alone does not give it away. */
type ConnectionStore = {
  read(): Promise<string | null>
  write(seal: string): Promise<void>
  remove(): Promise<void>
}

export function getConnectionStore(): ConnectionStore {
  return createConnectionStore(getDatabase())
}

/** The company's key, sealed, of any database of a desk; those of the first versions have no such table. */
export function readSeal(database: DatabaseSync): string | null {
  const exists = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'desk_connection'").get()
  const seal = exists && database.prepare('SELECT seal FROM desk_connection').get()?.seal
  return typeof seal === 'string' ? seal : null
}

function createConnectionStore(database: DatabaseSync): ConnectionStore {
  return {
    async read() {
      return readSeal(database)
    },
    async write(seal) {
      database
        .prepare('INSERT INTO desk_connection VALUES (1, ?) ON CONFLICT DO UPDATE SET seal = excluded.seal')
        .run(seal)
    },
    async remove() {
      database.prepare('DELETE FROM desk_connection').run()
    },
  }
}
