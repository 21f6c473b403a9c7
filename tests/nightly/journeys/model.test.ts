import type { Page } from '@playwright/test'
import fc from 'fast-check'
import type { ChangeableField } from '#lib/portrait-api/changeable-fields.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { expect, test } from '#tests/support/journeys/desk-test.ts'
import {
  cellOf,
  editCell,
  listEverybody,
  listRowIds,
  need,
  readAnew,
} from '#tests/support/journeys/employees.ts'
import { clearFaults, putFault, resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { openProjects } from '#tests/support/journeys/sign-in.ts'
import { runs } from '#tests/support/night.ts'

const PATH = `/projects/${MIXED_PROJECT.id}?per_page=25`
const PAGE_SIZE = 25
const SEED = Number(process.env.MODEL_SEED) || Date.now()
const FIELDS = ['first_name', 'last_name', 'email', 'mitarbeiternummer'] as const
/** Words without an umlaut, so that the oracle needs no rule of German. */
const WORDS = ['scholz', 'weber', 'novak', 'sommer', 'anna', 'okafor', 'model']

/** Counter that makes every generated value unique. */
let made = 0

type Field = (typeof FIELDS)[number]

/** The expected differences between screen and service: refused values, and changes that can be undone. */
type Model = {
  refused: Map<string, string>
  undo: { id: number; field: Field; before: string }[]
}

type Real = { page: Page }

test.use({ expectedStatuses: [422, 503, 502, 409] })

test('the screen equals the service after any edits, refusals, undos and reloads', async ({ page }) => {
  test.setTimeout(300_000)
  console.log(`MODEL_SEED=${SEED}`)
  page.on('dialog', dialog => void dialog.accept())
  await openProjects(page)
  const commands = [
    fc.constantFrom(...WORDS).map(word => new Search(word)),
    fc.constant(new ClearSearch()),
    fc.constant(new Reload()),
    fc.constant(new Undo()),
    fc.nat(5).map(row => new Discard(row)),
    ...(['saved', 'saved', 'taken', 'empty', 'away'] as const).map(kind =>
      fc
        .tuple(fc.nat(PAGE_SIZE - 1), fc.constantFrom(...FIELDS), fc.nat(99_999))
        .map(([row, field, number]) => new Edit(row, { field, number, kind })),
    ),
  ]
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 14, size: 'max' }), async plan => {
      await resetSandbox()
      await clearFaults()
      await readAnew(page, MIXED_PROJECT.id)
      await page.evaluate(() => sessionStorage.clear())
      await page.goto(PATH)
      await expectEverybody(page)
      await fc.asyncModelRun(() => ({ model: { refused: new Map(), undo: [] }, real: { page } }), plan)
    }),
    { seed: SEED, ...runs(5), endOnFailure: true },
  )
})

type Command = fc.AsyncCommand<Model, Real>

class Search implements Command {
  readonly word: string
  constructor(word: string) {
    this.word = word
  }
  check = () => true
  async run(model: Model, { page }: Real) {
    if ((await page.getByRole('searchbox').inputValue()) === this.word) return
    await page.getByRole('searchbox').fill(this.word)
    await page.keyboard.press('Enter')
    const people = await listEverybody(MIXED_PROJECT.id)
    const found = people.filter(person => isFound(person, this.word)).map(({ id }) => id)
    // A search without a match is repeated among similar names, and the page says so.
    if (found.length === 0)
      return expect(page.getByText(/^Nobody (is called exactly|matches these filters)/)).toBeVisible()
    await expect.poll(async () => (await listRowIds(page)).length).toBe(Math.min(found.length, PAGE_SIZE))
    if (found.length <= PAGE_SIZE)
      await expect.poll(async () => (await listRowIds(page)).sort()).toEqual(found.sort())
    await expectTruth(page, model)
  }
  toString = () => `search ${this.word}`
}

class ClearSearch implements Command {
  check = () => true
  async run(model: Model, { page }: Real) {
    // Without a search nothing is requested again, and renamed rows keep their places.
    if ((await page.getByRole('searchbox').inputValue()) === '') return
    await page.getByRole('searchbox').fill('')
    await expectEverybody(page)
    await expectTruth(page, model)
  }
  toString = () => 'clear the search'
}

class Reload implements Command {
  check = () => true
  async run(model: Model, { page }: Real) {
    await page.reload()
    await expect(page.getByRole('searchbox')).toBeVisible()
    model.undo = []
    await expectTruth(page, model)
  }
  toString = () => 'reload'
}

class Undo implements Command {
  check = ({ undo }: Readonly<Model>) => undo.length > 0
  async run(model: Model, { page }: Real) {
    const { id, field, before } = need(model.undo.at(-1))
    const cell = cellOf(page, { id }, field)
    if ((await cell.count()) === 0) return
    await cell.focus()
    await page.keyboard.press('Control+Z')
    // The last typed and refused value is dropped first.
    if (!model.refused.delete(`${id} ${field}`)) {
      model.undo.pop()
      await expect.poll(async () => need(await findPerson(id))[field]).toBe(before)
    }
    await expectTruth(page, model)
  }
  toString = () => 'undo'
}

/** Discards a refused value with Escape, which restores the value of the service. */
class Discard implements Command {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
  check = ({ refused }: Readonly<Model>) => refused.size > 0
  async run(model: Model, { page }: Real) {
    const key = need([...model.refused.keys()][this.index % model.refused.size])
    const { id, field } = fromKey(key)
    const cell = cellOf(page, { id }, field)
    if ((await cell.count()) === 0) return
    await cell.focus()
    await page.keyboard.press('Escape')
    model.refused.delete(key)
    await expectTruth(page, model)
  }
  toString = () => `discard ${this.index}`
}

type EditPlan = { field: Field; number: number; kind: 'saved' | 'taken' | 'empty' | 'away' }

class Edit implements Command {
  readonly row: number
  readonly plan: EditPlan
  constructor(row: number, plan: EditPlan) {
    this.row = row
    this.plan = plan
  }
  check = () => true
  async run(model: Model, { page }: Real) {
    const { field, kind } = this.plan
    const id = (await listRowIds(page))[this.row]
    const person = id && (await findPerson(id))
    if (!person || (kind === 'taken' && field !== 'email' && field !== 'mitarbeiternummer')) return
    const text = await this.toText(person)
    if (kind === 'away')
      await putFault({
        method: 'PATCH',
        path: `/employees/${id}`,
        answer: { kind: 'status', status: 503, body: {} },
      })
    const cell = cellOf(page, { id }, field)
    // While a refused cell has the focus, its reason covers the cells below it.
    await page.getByRole('heading', { level: 1 }).click()
    await editCell(cell, text)
    await page.keyboard.press(kind === 'empty' ? 'Tab' : 'Enter')
    if (kind === 'empty') await page.keyboard.press('Escape')
    const key = `${id} ${field}`
    if (kind === 'saved') {
      await expect.poll(async () => need(await findPerson(id))[field]).toBe(text)
      model.refused.delete(key)
      const mailed = field === 'email' && person.invited_at !== null && person.uploaded_at === null
      if (mailed) model.undo = model.undo.filter(other => other.id !== id || other.field !== 'email')
      else model.undo.push({ id, field, before: person[field] })
    } else {
      await expect(cell).toHaveAttribute('aria-invalid', 'true')
      model.refused.set(key, text)
    }
    await expectTruth(page, model)
  }
  async toText({ id }: Employee): Promise<string> {
    const { field, kind, number } = this.plan
    if (kind === 'empty') return ''
    if (kind === 'taken')
      return need((await listEverybody(MIXED_PROJECT.id)).find(other => other.id !== id))[field]
    made += 1
    return field === 'email' ? `model.${number}.${made}@example.com` : `Model ${number} ${made}`
  }
  toString = () => `edit row ${this.row}: ${JSON.stringify(this.plan)}`
}

/** Expects every visible row to equal the service, except for refused values. */
async function expectTruth(page: Page, { refused }: Model): Promise<void> {
  await expect
    .poll(async () => {
      const people = new Map((await listEverybody(MIXED_PROJECT.id)).map(person => [person.id, person]))
      const cells = await readCells(page)
      return cells.filter(({ id, field, text, invalid }) => {
        const waits = refused.get(`${id} ${field}`)
        if (waits !== undefined) return !invalid || !text.startsWith(waits)
        return invalid || text !== people.get(id)?.[field]
      })
    })
    .toEqual([])
}

function readCells(page: Page) {
  return page.locator(FIELDS.map(field => `td[data-field=${field}]`).join()).evaluateAll(cells =>
    cells.map(cell => ({
      id: Number(cell.closest('tr')?.getAttribute('data-person')),
      field: cell.getAttribute('data-field') as Field,
      // A refused value stays open for people who still exist.
      text: (cell.querySelector('input')?.value ?? cell.textContent ?? '').trim(),
      invalid: cell.getAttribute('aria-invalid') === 'true',
    })),
  )
}

async function expectEverybody(page: Page): Promise<void> {
  const people = await listEverybody(MIXED_PROJECT.id)
  await expect.poll(() => listRowIds(page)).toEqual(people.slice(0, PAGE_SIZE).map(({ id }) => id))
}

async function findPerson(id: number): Promise<Employee | undefined> {
  return (await listEverybody(MIXED_PROJECT.id)).find(person => person.id === id)
}

function isFound(person: Employee, word: string): boolean {
  return FIELDS.some(field =>
    person[field].normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().includes(word),
  )
}

function fromKey(key: string): { id: number; field: ChangeableField } {
  const [id, name] = key.split(' ')
  return { id: Number(id), field: need(FIELDS.find(field => field === name)) }
}
