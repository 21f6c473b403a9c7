import { notFound } from 'next/navigation'
import { isUnfinished } from '#components/imports/file/is-unfinished.ts'
import { NewImportScreen } from '#components/imports/new-import-screen.tsx'
import { FailedState } from '#components/page/failed-state.tsx'
import { ForbiddenState } from '#components/page/forbidden-state.tsx'
import { tryDesk } from '#components/page/try-desk.ts'
import { paths } from '#lib/address/paths.ts'
import { requirePageClient, requirePageUser } from '#lib/handlers/page-guards.ts'
import { titleForUsers } from '#lib/handlers/page-title.ts'
import { projectParams } from '#lib/http/path-params.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { listImports } from '#lib/imports/send/to-import.ts'
import { showProject } from '#lib/projects/projects.ts'
import { canImport } from '#lib/session/permissions.ts'

type NewImportPageProps = { params: Promise<{ projectId: string }> }

export const generateMetadata = titleForUsers(async () => (await getTranslations('imports'))('title'))

export default async function NewImportPage({ params }: NewImportPageProps) {
  const { projectId } = projectParams.safeParse(await params).data ?? notFound()
  const here = paths.newImport(projectId)
  const user = await requirePageUser(here)
  if (!canImport(user)) {
    const t = await getTranslations('imports.forbidden')
    return <ForbiddenState title={t('title')}>{t('text')}</ForbiddenState>
  }
  const client = await requirePageClient(here)
  const [{ data: project, error }, imports] = await Promise.all([
    tryDesk(() => showProject(client, projectId)),
    listImports(projectId, user),
  ])
  if (error?.code === 'not_found') notFound()
  if (error) return <FailedState level="h1" failure={error} />
  return <NewImportScreen project={project} unfinished={imports.filter(isUnfinished)} />
}
