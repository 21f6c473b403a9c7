import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DRAFT_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { VARIATION_NAMES, VARIATIONS, type VariationName } from '#sandbox/variations/variations.ts'
import { type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { isSampled } from '#tests/support/night.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'
import { type Bench, compare, compareLists, createStateReader, factsOf, type Outcome } from './bench.ts'
import { listExceptions } from './expected.ts'
import { OPERATIONS, type OperationName, TAKEN } from './operations.ts'

type Cell = { variation: string; operation: OperationName; outcome: Outcome; expected: Outcome }

const EXCEPTIONS = new Map(
  listExceptions().map(({ name, operation, outcome }) => [`${name}, ${operation}`, outcome]),
)
const NAMES = Object.keys(OPERATIONS) as OperationName[]

/**
 * True when this run tries the cell: `npm test` samples one in ten, `npm run test:all` tries all. All cells without a
 * variation are tried. A sampled variation with changes meanwhile is tried completely, because its operations build on
 * each other.
 */
function isWalked(name: VariationName | null, operation: OperationName): boolean {
  if (name === null) return true
  return isSampled('meanwhile' in VARIATIONS[name] ? name : `${name}, ${operation}`, 10)
}

/** `npm run test:all` tries a thousand cells; the limit only stops a walk that hangs. */
const WALK_MS = 1_800_000

/** All operations of people, in front of a service that varies everything that its specification leaves open. */
test(
  'the desk is right for every variation of the service, or says what it could not do',
  async () => {
    const dataFile = join(createTempFolder(), 'sandbox.json')
    const desk = startDesk({ sandbox: { dataFile } })
    const person = await desk.signIn('editor')
    const state = createStateReader(dataFile)
    const cells: Cell[] = []
    for (const name of [null, ...VARIATION_NAMES]) {
      if (!NAMES.some(operation => isWalked(name, operation))) continue
      await beginAnew(desk, person)
      for (const [index, operation] of NAMES.entries()) {
        if (!isWalked(name, operation)) continue
        // Sets the variation again for each operation, so that its one-time changes happen in each of them.
        await desk.service.portal('PUT', '/variations', { on: name === null ? [] : [name] })
        const outcome = await walk({ desk, person, name, tag: `c${index}`, state }, operation)
        const expected = EXCEPTIONS.get(`${name}, ${operation}`) ?? 'right'
        cells.push({ variation: name ?? 'none', operation, outcome, expected })
      }
    }
    writeTable(cells)
    const others = cells.filter(({ outcome, expected }) => outcome !== expected)
    expect(
      others.map(
        ({ variation, operation, outcome, expected }) =>
          `${variation}, ${operation}: ${outcome}, not ${expected}`,
      ),
    ).toEqual([])
  },
  WALK_MS,
)

async function walk(bench: Bench, operation: OperationName): Promise<Outcome> {
  try {
    return await OPERATIONS[operation](bench)
  } catch (error) {
    return `WRONG ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Resets the desk and the service. */
async function beginAnew({ service }: Desk, person: Person): Promise<void> {
  const { resetPractice } = await import('#lib/personal-data/practice-reset.ts')
  await resetPractice()
  await service.portal('POST', '/reset')
  for (const { id } of [DRAFT_PROJECT, MIXED_PROJECT]) {
    const body = { first_name: 'Schon', last_name: 'Da', ...TAKEN }
    const { status } = await person.call('POST', `/api/v1/projects/${id}/employees`, { body })
    expect(status).toBe(201)
  }
}

/** Writes `test-results/variations.md` for developers. */
function writeTable(cells: Cell[]): void {
  const rows = [...Map.groupBy(cells, ({ variation }) => variation)]
  const ofRow = (row: Cell[]) =>
    NAMES.map(name => row.find(({ operation }) => operation === name)).map(cell => (cell ? short(cell) : ''))
  const wrong = cells.filter(({ outcome, expected }) => outcome !== expected)
  const short = ({ outcome, expected }: Cell) =>
    outcome === expected ? outcome : `**${outcome.startsWith('WRONG') ? 'WRONG' : `WRONG ${outcome}`}**`
  const lines = [
    `# ${cells.length} cells, ${wrong.length} not as expected`,
    '',
    `| variation | ${NAMES.join(' | ')} |`,
    `|---|${NAMES.map(() => '---|').join('')}`,
    ...rows.map(([variation, row]) => `| ${variation} | ${ofRow(row).join(' | ')} |`),
    '',
    '## Not as expected',
    '',
    ...wrong.map(
      ({ variation, operation, outcome, expected }) =>
        `- ${variation}, ${operation}: ${outcome}; expected ${expected}`,
    ),
    '',
    '## Expected, and not right',
    '',
    ...listExceptions().map(
      ({ name, operation, outcome, because }) => `- ${name}, ${operation}: ${outcome}. ${because}`,
    ),
  ]
  mkdirSync('test-results', { recursive: true })
  writeFileSync('test-results/variations.md', `${lines.join('\n')}\n`)
}

/** These variations concern the limit, which no cell of the walk reaches. */
test.each([
  'rate-window-fixed',
  'retry-after-left-out',
  'retry-after-as-date',
] as const satisfies VariationName[])(
  '%s: a person who meets the limit waits as long as the service wants',
  async name => {
    const windowMs = 1_000
    const start = Date.now()
    let isStopped = true
    // While the service's clock is stopped, its window never ends, however slow the machine is.
    const now = () => (isStopped ? start : Date.now() + windowMs)
    const desk = startDesk({
      settings: { PORTRAIT_API_WINDOW_MS: String(windowMs) },
      sandbox: { rateLimit: 2, rateWindowMs: windowMs, variations: [name], now },
    })
    const person = await desk.signIn('editor')
    const people = `/api/projects/${MIXED_PROJECT.id}/people/ids`
    const statuses = (async () => {
      const seen: number[] = []
      for (const path of ['/api/v1/projects', people, '/api/v1/image-sizes'])
        seen.push((await person.call('GET', path)).status)
      return seen
    })()
    await until('the service has refused a call', async () =>
      (await desk.service.journal()).some(({ outcome }) => outcome === 'limited'),
    )
    isStopped = false
    expect(await statuses).toEqual([200, 200, 200])
  },
)

test('the walk finds a desk that is wrong without an error', () => {
  const [one, two, three] = [{ id: 1 }, { id: 2 }, { id: 3 }]
  const truths = [[one, two, three]]
  const told = (list: object[], unreadable: unknown = 0) => compareLists(list, { truths, unreadable })
  expect(told([one, two, three])).toBe('right')
  expect(told([one, three])).toMatch(/^WRONG 2 of 3/)
  expect(told([one, three, two])).toMatch(/^WRONG/)
  expect(told([one, three], 1)).toBe('told:unreadable')
  expect(told([one], 1)).toMatch(/^WRONG/)
  expect(told([one, { id: 4 }], 1)).toMatch(/^WRONG/)
  expect(compare({ id: 1, name: 'A' }, { id: 1, name: 'B' })).toBe('WRONG name: "A", not "B"')
  expect(compare(one, undefined)).toMatch(/^WRONG/)
  expect(factsOf({ photo: { edited_at: 'yesterday' } }).edited_at).not.toBe(
    Date.parse('2026-10-07T14:03:00Z'),
  )
})
