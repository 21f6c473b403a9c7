import { describe, expect, test } from 'vitest'
import { type DeliveryRow, deliveryRow } from '#lib/store/delivery-rows.ts'
import { APP_SECRET, applySettings } from '#tests/support/desk-env.ts'
import { ENGINES, type Engine } from '#tests/support/engines.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const NEW = 'another secret for tests, long enough'
const KEY = 'CANARY-company-key'
const OWN_PHOTO = {
  entry: { place: 'anna@example.com', id: null },
  version: 'v',
  files: [Buffer.from('photo')],
}

const DELIVERY: Omit<DeliveryRow, 'id' | 'name' | 'secrets'> = {
  ...{ project_id: 1, project: { projektnummer: '1', name: 'A' }, request: {}, destination: {} },
  ...{
    schedule: {},
    removals_percent: 10,
    puts_back: true,
    is_on: false,
    next_run_at: null,
    failures: 0,
    confirmed_at: null,
  },
  ...{ key_fingerprint: null, created_by: 'a@example.com', created_at: 'now', ended_at: null },
}

/** Returns a function that starts a desk on the same database each time. */
async function openDesk(engine: Engine) {
  const database =
    engine === 'postgres' ? { DATABASE_URL: await createTestDatabase() } : { DATA_DIR: createTempFolder() }
  return async function start(secrets: { APP_SECRET: string; APP_SECRET_PREVIOUS?: string }) {
    applySettings({ ...database, ...secrets })
    const [
      company,
      deliveries,
      ownPhotos,
      seals,
      { getDeliveryStore },
      { openTable },
      { closeDatabase, getDatabase },
    ] = await Promise.all([
      import('#lib/session/connection/company-key.ts'),
      import('#lib/deliveries/secrets.ts'),
      import('#lib/deliveries/own-photos.ts'),
      import('#lib/session/connection/stored-seals.ts'),
      import('#lib/store/delivery-store.ts'),
      import('#lib/store/table.ts'),
      import('#lib/store/database.ts'),
    ])
    await seals.resealStored()
    const { insert } = openTable(getDatabase(), 'deliveries', { row: deliveryRow })
    const store = { ...getDeliveryStore(), insert: (row: DeliveryRow) => insert([row]) }
    return { ...company, ...deliveries, ...ownPhotos, store, close: closeDatabase }
  }
}

describe.each(ENGINES)('sealed values in a database on %s', engine => {
  test('a value is sealed again at the first start with a new secret', async () => {
    const start = await openDesk(engine)
    const before = await start({ APP_SECRET })
    await before.saveCompanyKey(KEY)
    const sealed = { password: 's3cret' }
    for (const [name, secrets] of [
      ['signs in', await before.sealSecrets(sealed)],
      ['signs in nowhere', null],
      ['was lost before', 'Fe26.2*1*sealed-by-another-secret'],
    ] as const)
      await before.store.insert({ ...DELIVERY, id: name, name, secrets })
    await before.keepReplaced('signs in', 17, OWN_PHOTO)
    before.close()
    const both = await start({ APP_SECRET: NEW, APP_SECRET_PREVIOUS: APP_SECRET })
    both.close()
    const after = await start({ APP_SECRET: NEW })
    expect(await after.readCompanyKey()).toEqual({ key: KEY })
    const [signsIn, nowhere, lost] = await after.store.list()
    expect(signsIn && (await after.openSecrets(signsIn))).toEqual(sealed)
    expect(nowhere?.secrets).toBeNull()
    expect(lost?.secrets).toBe('Fe26.2*1*sealed-by-another-secret')
    expect(await after.readReplaced('signs in', 17)).toEqual(OWN_PHOTO)
    after.close()
  })
})
