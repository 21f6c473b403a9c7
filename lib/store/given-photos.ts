import 'server-only'
import { z } from 'zod'
import type { Statements, Value } from './engine.ts'
import { flag, json, openTable } from './table.ts'

/** A photo that a receiving system got: its version, its files, and the start and file naming of that download. */
export type GivenPhoto = { editedAt: string; fileNames: string[]; createdAt: string; naming: unknown }

const givenBeforeRow = z.object({
  employee_id: z.number(),
  file_name: z.string(),
  edited_at: z.string(),
  created_at: z.string(),
  naming: json(z.unknown()).nullable(),
  is_out: flag,
})
const givenRow = givenBeforeRow.extend({ export_id: z.string(), target: z.string(), is_own: flag })

/** A file that a system had received before it received those of an export. */
export type GivenBefore = z.output<typeof givenBeforeRow>
type Given = z.output<typeof givenRow>

/** Selects exports: `x` in `from` that meet the condition `where`. */
type Meant = { from?: string; where: string; values: Readonly<Record<string, Value>> }

/**
 * Lists every file that was sent with these exports, and those that a system received before them, oldest download
 * first. Files of deleted downloads are stored with the next younger one (`handOnGiven`).
 */
export async function listGiven(at: Statements, meant: Meant): Promise<Given[]> {
  const rows = await at.all(
    `${toSelect(meant)} ORDER BY created_at, is_own, export_id, position, file_name`,
    meant.values,
  )
  return rows.map(row => givenRow.parse(row))
}

/**
 * Lists those of the same files that may be used, newest first, with only the system, the employee and the photo of
 * each.
 */
export function listInUse(at: Statements, meant: Meant): ReturnType<Statements['all']> {
  return at.all(
    `SELECT target, created_at, employee_id, edited_at FROM (${toSelect(meant)}) AS given WHERE is_out = 0
     ORDER BY created_at DESC, is_own DESC, export_id DESC, position DESC, file_name DESC`,
    meant.values,
  )
}

function toSelect({ from = 'exports AS x', where }: Meant): string {
  return `SELECT x.id AS export_id, x.request ->> 'target' AS target, employee_id, given_file_name AS file_name, given_edited_at AS edited_at, x.created_at AS created_at,
       x.request ->> 'naming' AS naming, CASE entry.state WHEN 'failed' THEN 1 ELSE 0 END AS is_out, 1 AS is_own, position
     FROM ${from} JOIN export_entries AS entry ON entry.export_id = x.id
     WHERE given_edited_at IS NOT NULL AND ${where}
     UNION ALL
     SELECT x.id, x.request ->> 'target', employee_id, file_name, edited_at, earlier.created_at, naming, is_out, 0, 0
     FROM ${from} JOIN given_before AS earlier ON earlier.export_id = x.id
     WHERE ${where}`
}

/** Selects the files of each employee's last download from those of `listGiven`. */
export function toLatest(files: readonly Given[]): Map<number, [Given, ...Given[]]> {
  const latest = new Map<number, [Given, ...Given[]]>()
  for (const file of files) {
    const known = latest.get(file.employee_id)
    if (known && toDownload(known[0]) === toDownload(file)) known.push(file)
    else latest.set(file.employee_id, [file])
  }
  return latest
}

export function toGivenPhoto([first, ...others]: [Given, ...Given[]]): GivenPhoto {
  const fileNames = [first, ...others].map(({ file_name }) => file_name)
  return { editedAt: first.edited_at, fileNames, createdAt: first.created_at, naming: first.naming }
}

function toDownload({ export_id, created_at, is_own }: Given): string {
  return [export_id, created_at, is_own].join()
}

/**
 * Before an export is deleted, hands the files that it gave or inherited on to the next younger one for the same
 * system. Newer files of the younger one take precedence. Otherwise every employee would be new to a system whose first
 * download is deleted. Reports would also omit the files of deleted employees to remove. Nothing remains of a system's
 * last download.
 */
export async function handOnGiven(within: Statements, id: string): Promise<void> {
  const heir = await findHeir(within, id)
  if (heir === null) return
  const latestOf = async (one: string) =>
    toLatest(await listGiven(within, { where: 'x.id = $id', values: { id: one } }))
  const theirs = await latestOf(heir)
  const isNews = ({ employee_id, created_at }: Given) =>
    created_at > (theirs.get(employee_id)?.[0].created_at ?? '')
  const handedOn = [...(await latestOf(id)).values()].flat().filter(isNews)
  const table = openTable(within, 'given_before', { row: givenBeforeRow, besides: ['export_id'] })
  for (const employeeId of new Set(handedOn.map(({ employee_id }) => employee_id)))
    await table.remove('WHERE export_id = ? AND employee_id = ?', heir, employeeId)
  await table.insert(
    handedOn.map(({ is_own: _own, target: _target, ...file }) => ({ ...file, export_id: heir })),
  )
}

/**
 * Finds a younger export of the same owner, system and variant; cancelled and failed ones are deleted early themselves.
 */
async function findHeir(within: Statements, id: string): Promise<string | null> {
  const found = await within.get(
    `SELECT heir.id FROM exports AS this
     JOIN exports AS heir ON heir.project_id = this.project_id AND heir.owner_id = this.owner_id
       AND heir.request ->> 'target' = this.request ->> 'target'
       AND heir.request ->> 'variant' = this.request ->> 'variant'
       AND heir.created_at > this.created_at AND heir.state NOT IN ('cancelled', 'failed')
     WHERE this.id = ? ORDER BY heir.created_at, heir.id LIMIT 1`,
    id,
  )
  return found ? String(found.id) : null
}
