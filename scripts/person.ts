/**
 * `portrait-desk person …`: answers a request about the data of one employee.
 *   show NAME@HOST|NUMBER|--id ID                          prints what the desk holds about them, as JSON
 *   forget NAME@HOST|NUMBER|--id ID [--project ID] [--yes]  removes or empties it at once, in all places
 * An e-mail identifies one person in all projects. A number may belong to another person in each project, so `forget`
 * then needs `--project` or `--id` (the number in the address of the person's page).
 *
 * Both work beside a running desk. It learns changes on disk at once; records of the service in its memory go with the
 * next read, at the latest with a restart. While the service has the person, the desk reads them again: delete them
 * there, or on the desk, first.
 *
 * Users of the desk are not employees: see `portrait-desk account`, and the page Accounts. Backups are not changed.
 */
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { recordActivity } from '#lib/activity/record-activity.ts'
import { OPERATOR } from '#lib/contracts/activity.ts'
import { DeskError } from '#lib/errors.ts'
import { MESSAGES } from '#lib/i18n/messages.ts'
import { findPeople, type Wanted } from '#lib/personal-data/find-people.ts'
import { emptyLog, forgetPerson } from '#lib/personal-data/keep-retentions.ts'
import type { Person } from '#lib/personal-data/person.ts'
import { PLACES } from '#lib/personal-data/places.ts'
import { SettingsError } from '#lib/settings/env.ts'
import { installSeveralDesks } from '#lib/several-desks/install.ts'
import { closeDatabase, requireServer } from '#lib/store/database.ts'
import { DatabaseError } from '#lib/store/database-file.ts'
import { escapeInvisible } from '#lib/text/invisible.ts'
import { requireOperator } from './operator.ts'
import { fail } from './setup.mjs'
import { USAGE } from './usage.ts'

const ACTOR = { id: OPERATOR, email: OPERATOR }

type Command = { name: string; wanted: Wanted; project: number | null; yes: boolean }
type Held = { person: Person; places: Record<string, unknown[]> }

process.once('exit', closeDatabase)
try {
  const command = readCommand(requireOperator(process.argv.slice(2)))
  await requireServer()
  // Running desks must delete the person's photos, too.
  installSeveralDesks()
  const held = await findHeld(command)
  if (command.name === 'show') show(held)
  else await forget(held, command)
} catch (error) {
  if (error instanceof SettingsError || error instanceof DatabaseError) fail(error.message)
  if (error instanceof DeskError) fail(MESSAGES.en.errors[error.code])
  throw error
}

/** Everybody who matches, with all places that hold data about them. */
async function findHeld({ wanted, project }: Command): Promise<Held[]> {
  const people = await findPeople(wanted)
  const asked = people.filter(({ project_id }) => project === null || project_id === project)
  const held = await Promise.all(asked.map(async person => ({ person, places: await listHeld(person) })))
  return held.filter(({ places }) => Object.keys(places).length > 0)
}

/** The identifying data in each place. An id in the log alone is not secret, and stays. */
async function listHeld(person: Person): Promise<Held['places']> {
  const places = PLACES.filter(({ name }) => name !== 'activity_people')
  const found = await Promise.all(
    places.map(async ({ name, show }) => [name, (await show(person)).map(readJson)] as const),
  )
  return Object.fromEntries(found.filter(([, rows]) => rows.length > 0))
}

function show(held: Held[]): void {
  const people = held.map(({ person: { byWords: _, ...person }, places }) => ({ ...person, places }))
  console.log(toPrintable(JSON.stringify({ people }, null, 2)))
}

async function forget(held: Held[], { wanted, yes }: Command): Promise<void> {
  if (held.length === 0) return console.log('The desk holds nothing about this person.')
  if ('number' in wanted && held.length > 1)
    fail(
      `This number is in several projects: add one of ${held.map(({ person }) => `--project ${person.project_id}`).join(', ')}.`,
    )
  if (!yes && !(await confirm(held))) fail('Nothing was changed.')
  for (const { person } of held) {
    const { employee_id, project_id } = person
    const counts = await forgetPerson(person)
    await recordActivity({
      actor: ACTOR,
      action: 'person_forgotten',
      ...(project_id !== null && { project: project_id }),
      ...(employee_id !== null && { employee: employee_id }),
    })
    const done = Object.entries(counts).filter(([, count]) => count > 0)
    const told = done.map(([place, count]) => `${place} ${count}`).join(', ') || 'nothing was left'
    console.log(`Forgotten in project ${project_id ?? 'unknown'}, id ${employee_id ?? 'none'}: ${told}.`)
    const left = Object.keys(await listHeld(person))
    if (left.includes('import_rows'))
      console.error('Rows of a list are being sent: stop the import on the desk, then do this again.')
    if (left.includes('deliveries'))
      console.error('A delivery is for a search that finds others too: end it on the desk, and make it anew.')
    if (left.length > 0) {
      console.error(`Not everything could be removed. Something is left in: ${left.join(', ')}.`)
      process.exitCode = 1
    }
  }
  emptyLog()
}

/** Escapes characters that a terminal obeys and JSON leaves unchanged: the C1 controls, and text direction marks. */
function toPrintable(text: string): string {
  return text.replaceAll(/[\u007f-\u009f]|\p{Cf}|[\u2028\u2029]/gu, character =>
    Array.from({ length: character.length }, (_, at) => toEscape(character.charCodeAt(at))).join(''),
  )
}

/** Joins words of people's data in one line, without characters that a terminal obeys. */
function toLine(words: readonly string[]): string {
  return escapeInvisible(words.join(', ').replaceAll(/\s+/g, ' '))
}

function toEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}

/** Asks on a terminal only, because a program that omits `--yes` must not wait for ever. */
async function confirm(held: Held[]): Promise<boolean> {
  if (!process.stdin.isTTY) fail('Add --yes: there is nobody here to ask.')
  for (const { person, places } of held)
    console.log(
      `${toLine([...person.names, ...person.emails, ...person.numbers]) || `id ${person.employee_id}`}: ${Object.keys(places).join(', ')}`,
    )
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('Remove all of this? It cannot be had again. (yes/no) ')
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

/** Columns with JSON are shown as their content. */
function readJson(row: Record<string, unknown>): Record<string, unknown> {
  const read = (value: unknown) => {
    if (typeof value !== 'string' || !/^[{[]/.test(value)) return value
    try {
      return JSON.parse(value)
    } catch {
      return value
    }
  }
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, read(value)]))
}

function readCommand(args: string[]): Command {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { id: { type: 'string' }, project: { type: 'string' }, yes: { type: 'boolean' } },
    })
    const [name = '', word, ...rest] = positionals
    const [id, project] = [values.id, values.project].map(toId)
    const isOne = (word === undefined) !== (id === undefined)
    if ((name === 'show' || name === 'forget') && isOne && rest.length === 0)
      return { name, wanted: toWanted(word, id), project: project ?? null, yes: values.yes ?? false }
  } catch {
    // Unknown options get the same message.
  }
  return fail(USAGE.person)
}

function toWanted(word: string | undefined, id: number | undefined): Wanted {
  if (id !== undefined) return { id }
  return word?.includes('@') ? { email: word } : { number: word ?? '' }
}

function toId(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Error('This is no id.')
  return Number(text)
}
