import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { requireProject } from '#lib/projects/projects.ts'
import type { ImportRecord } from '#lib/store/import-rows.ts'

/**
 * Prevents a list from going to another account. A new key of the same account is fine, but another account may have a
 * different project with the same id. Throws `not_found`.
 */
export async function requireSameProject(
  client: PortraitClient,
  { key_fingerprint, project_id, project }: ImportRecord,
): Promise<void> {
  if (client.keyFingerprint === key_fingerprint) return
  const { projektnummer } = await requireProject(client, project_id)
  if (projektnummer !== project.projektnummer) throw new DeskError('not_found')
}
