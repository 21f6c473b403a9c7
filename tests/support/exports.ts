import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Export, ExportRequestInput } from '#lib/exports/contract.ts'
import type { Desk, Person } from './desk.ts'
import { type ReadFile, readWithJsZip } from './other-zip-readers.ts'
import type { SandboxService } from './sandbox-service.ts'
import { until } from './until.ts'

/** The smallest configured size of the seed, because it is drawn fastest. */
export const SMALL = 3

/** A portrait is drawn at its first request, which takes long on a busy machine. */
const END_MS = 100_000

/** Starts an export of small JPEGs; throws when it is refused. */
export async function startExport(
  person: Person,
  projectId: number,
  changes: Partial<ExportRequestInput> = {},
): Promise<Export> {
  const body = { project_id: projectId, variant: 'standard', size: SMALL, ...changes }
  const answer = await person.json<{ data: Export }>('POST', '/api/exports', { body })
  if (answer.status !== 201) throw new Error(`The export was refused: ${JSON.stringify(answer)}`)
  return answer.body.data
}

export async function readExport(person: Person, id: string): Promise<Export> {
  return (await person.json<{ data: Export }>('GET', `/api/exports/${id}`)).body.data
}

/** Waits until an export has ended. */
export function ended(person: Person, { id }: Export): Promise<Export> {
  let last: Export | undefined
  return until(
    () => `the export has ended, ${JSON.stringify(last)}`,
    async () => {
      const now = await readExport(person, id)
      last = now
      return now.state !== 'preparing' && now.state !== 'paused' && now
    },
    END_MS,
  )
}

/** Downloads the archive and reads it with another library than the one that wrote it. */
export async function openArchive(
  person: Person,
  { id }: Export,
  part = 1,
): Promise<{ answer: Response; bytes: Buffer; files: Map<string, Buffer> }> {
  const answer = await person.call('GET', `/api/exports/${id}/archive?part=${part}`)
  if (answer.status !== 200) throw new Error(`The archive was refused: ${await answer.text()}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const files = new Map((await readWithJsZip(bytes)).map(({ name, bytes }: ReadFile) => [name, bytes]))
  return { answer, bytes, files }
}

/** The photo from the service itself. */
export async function askPhoto(
  service: SandboxService,
  employeeId: number,
  query = `size=${SMALL}`,
): Promise<Buffer> {
  const answer = await service.ask(`/employees/${employeeId}/photo?${query}`)
  if (answer.status !== 200) throw new Error(`The service refused the photo: ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

/** The scope of selected people. */
export function peopleScope(employee_ids: number[]): Pick<ExportRequestInput, 'scope'> {
  return { scope: { kind: 'people', employee_ids } }
}

/** Waits until an export is paused. */
export function paused(person: Person, { id }: Export): Promise<Export> {
  return until(
    'the export is paused',
    async () => {
      const now = await readExport(person, id)
      return now.state === 'paused' && now
    },
    END_MS,
  )
}

/** Deletes all photos that the desk has stored. */
export function clearStore({ dataDir }: Desk): void {
  for (const name of readdirSync(join(dataDir, 'photos'), { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.jpg')) rmSync(join(dataDir, 'photos', name))
}

/** Resumes exports like a desk at its start. */
export async function resumeAfterStart(): Promise<void> {
  const [{ EXPORTS }, jobs] = await Promise.all([
    import('#lib/exports/prepare/export-job.ts'),
    import('#lib/jobs/resume.ts'),
  ])
  await jobs.resumeAfterStart(EXPORTS)
}
