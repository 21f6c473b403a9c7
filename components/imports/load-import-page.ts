import 'server-only'
import type { Import } from '#lib/contracts/imports.ts'
import type { User } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { requireImport } from '#lib/imports/imports.ts'
import { toImport } from '#lib/imports/send/to-import.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { showProject } from '#lib/projects/projects.ts'

type ImportAddress = { user: User; client: PortraitClient; projectId: number; importId: string }

/**
 * Loads an import of this project; under another project's address it is not found. Its rows are loaded later, and
 * only for its owner.
 */
export async function loadImportPage({
  user,
  client,
  projectId,
  importId,
}: ImportAddress): Promise<{ project: Project; initial: Import }> {
  const [project, record] = await Promise.all([showProject(client, projectId), requireImport(importId)])
  if (record.project_id !== project.id) throw new DeskError('not_found')
  return { project, initial: await toImport(record, user) }
}
