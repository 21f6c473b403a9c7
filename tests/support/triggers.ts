import { getDatabase } from '#lib/store/database.ts'

type Write = `${'INSERT INTO' | 'DELETE FROM'} ${string}`

/**
 * Runs a statement just before each matching row is written, in the same transaction, like a simultaneous change of
 * another account.
 */
export async function meanwhile(write: Write, statement: string): Promise<void> {
  await addTrigger(write, `${statement};`)
}

/**
 * Makes each such write fail, as on a full disk or, with a server, behind the lock of another connection. Resolves to a
 * function that ends this.
 */
export async function refuse(write: Write): Promise<() => Promise<void>> {
  const isServer = getDatabase().engine === 'postgres'
  return addTrigger(
    write,
    isServer ? "RAISE EXCEPTION 'locked' USING ERRCODE = '55P03';" : "SELECT RAISE(ABORT, 'full');",
  )
}

async function addTrigger(write: Write, body: string): Promise<() => Promise<void>> {
  const database = getDatabase()
  const [when, table] = [write.split(' ')[0], write.split(' ')[2]]
  if (database.engine === 'sqlite') {
    await database.run(`CREATE TRIGGER meanwhile BEFORE ${when} ON ${table} BEGIN ${body} END`)
    return async () => void (await database.run('DROP TRIGGER meanwhile'))
  }
  const text = `BEGIN ${body} RETURN NEW; END`.replaceAll("'", "''")
  await database.run(`CREATE FUNCTION meanwhile() RETURNS trigger LANGUAGE plpgsql AS '${text}'`)
  await database.run(
    `CREATE TRIGGER meanwhile BEFORE ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION meanwhile()`,
  )
  return async () => void (await database.run(`DROP TRIGGER meanwhile ON ${table}`))
}
