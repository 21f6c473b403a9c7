import 'server-only'
import { z } from 'zod'
import { getDatabase } from './database.ts'
import { json } from './table.ts'

const source = z.object({
  /** Address of the service. */
  service: z.string(),
  /** Fingerprints of keys whose projects were compared. */
  keys: z.array(z.string()),
  /** Project numbers by project id. */
  projects: z.record(z.string(), z.string()),
})
const bondRow = z.object({ projects: json(source), asked: json(source).nullable() })

/** A service and an account there, from which the desk's data about employees comes. */
export type Source = z.output<typeof source>
export type ServiceBond = { source: Source; asked: Source | null }

/** The one bond of this desk; `asked` waits for an administrator. */
export function getServiceBondStore() {
  const database = getDatabase()
  return {
    async read(): Promise<ServiceBond | null> {
      const row = await database.get("SELECT projects, asked FROM service_bond WHERE name = 'now'")
      const parsed = row && bondRow.parse(row)
      return parsed ? { source: parsed.projects, asked: parsed.asked } : null
    },

    async write({ source, asked }: ServiceBond): Promise<void> {
      await database.run(
        `INSERT INTO service_bond (name, service, projects, asked) VALUES ('now', ?, ?, ?)
         ON CONFLICT (name) DO UPDATE
         SET service = excluded.service, projects = excluded.projects, asked = excluded.asked`,
        ...[source.service, JSON.stringify(source), asked && JSON.stringify(asked)],
      )
    },
  }
}
