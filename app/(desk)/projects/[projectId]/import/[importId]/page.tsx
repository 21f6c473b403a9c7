import { notFound } from 'next/navigation'
import { ImportScreen } from '#components/imports/import-screen.tsx'
import { loadImportPage } from '#components/imports/load-import-page.ts'
import { FailedState } from '#components/page/failed-state.tsx'
import { ForbiddenState } from '#components/page/forbidden-state.tsx'
import { tryDesk } from '#components/page/try-desk.ts'
import { paths } from '#lib/address/paths.ts'
import { requirePageClient, requirePageUser } from '#lib/handlers/page-guards.ts'
import { titleForUsers } from '#lib/handlers/page-title.ts'
import { importParams, projectParams } from '#lib/http/path-params.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { canImport } from '#lib/session/permissions.ts'

type ImportPageProps = { params: Promise<{ projectId: string; importId: string }> }

export const generateMetadata = titleForUsers(async () => (await getTranslations('imports'))('title'))

export default async function ImportPage({ params }: ImportPageProps) {
  const { projectId } = projectParams.safeParse(await params).data ?? notFound()
  const { importId } = importParams.safeParse(await params).data ?? notFound()
  const here = paths.import(projectId, importId)
  const user = await requirePageUser(here)
  if (!canImport(user)) {
    const t = await getTranslations('imports.forbidden')
    return <ForbiddenState title={t('title')}>{t('text')}</ForbiddenState>
  }
  const client = await requirePageClient(here)
  const { data, error } = await tryDesk(() => loadImportPage({ user, client, projectId, importId }))
  if (error?.code === 'not_found') notFound()
  if (error) return <FailedState level="h1" failure={error} />
  return <ImportScreen {...data} />
}
