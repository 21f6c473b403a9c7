import { expect, test } from 'vitest'
import type { ImportPerson } from '#lib/contracts/import-rows.ts'
import { checkRows } from '#lib/imports/check/check-rows.ts'
import { guessMapping } from '#lib/imports/map/guess-mapping.ts'
import { mapRows } from '#lib/imports/map/map-rows.ts'
import { readTable } from '#lib/imports/read/read-table.ts'
import { LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

type Way = { format: string; language: string; projectId: number }

async function readPeople(editor: Person, projectId: number): Promise<ImportPerson[]> {
  const { data } = await until('everybody is known', async () => {
    const asked = `/api/projects/${projectId}/imports/people`
    const { body } = await editor.json<{ data: ImportPerson[]; meta: { complete: boolean } }>('GET', asked)
    return body.meta.complete && body
  })
  return data
}

/** Downloads the list of a project and imports it again, like a person who presses "Continue" at each step. */
async function bringBack(desk: Desk, { format, language, projectId }: Way) {
  const editor = await desk.signIn('editor')
  const answer = await editor.call('GET', `/api/projects/${projectId}/people/list?format=${format}`, {
    headers: { 'accept-language': language },
  })
  const { rows, guess } = await readTable(new Uint8Array(await answer.arrayBuffer()))
  const headers = rows.find(({ row }) => row === guess.header_row)?.cells ?? []
  const lines = rows.filter(({ row }) => row > (guess.header_row ?? 0))
  const people = await readPeople(editor, projectId)
  return { checked: checkRows(mapRows(lines, guessMapping(headers, { rows: lines })), people), people }
}

const WAYS = ['xlsx', 'csv'].flatMap(format =>
  ['de', 'en'].flatMap(language =>
    [MIXED_PROJECT, LARGE_PROJECT].map(({ id, name }) => ({ format, language, projectId: id, name })),
  ),
)

test.each(WAYS)(
  'the list of $name as $format in $language comes in again unchanged, without a notice',
  async way => {
    const { checked, people } = await bringBack(startDesk(), way)
    expect(
      checked.rows.flatMap(({ row, problems }) => problems.map(problem => ({ row, ...problem }))),
    ).toEqual([])
    expect(checked.summary).toMatchObject({ equal: people.length, new: 0, different: 0, leavers: 0 })
    expect(checked.cleaned).toEqual({ spaces: 0, invisible: 0 })
    expect(checked.lost_zeros).toBeNull()
  },
)

test('a name that a spreadsheet would run as a formula is imported as it was', async () => {
  const desk = startDesk()
  const editor = await desk.signIn('editor')
  const [person] = await listPeople(desk.service, MIXED_PROJECT.id)
  const body = { first_name: 'A;=1+1, @B', last_name: '=Schmidt', mitarbeiternummer: '-17' }
  await editor.json('PATCH', `/api/v1/employees/${person?.id}`, { body })
  const { checked } = await bringBack(desk, { format: 'csv', language: 'de', projectId: MIXED_PROJECT.id })
  expect(checked.summary).toMatchObject({ different: 0, invalid: 0, conflict: 0, new: 0 })
})
