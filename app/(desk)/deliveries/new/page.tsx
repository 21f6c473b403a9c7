import { redirect } from 'next/navigation'
import { NewDeliveryForm } from '#components/deliveries/new/new-delivery-form.tsx'
import { FailedState } from '#components/page/failed-state.tsx'
import { ForbiddenState } from '#components/page/forbidden-state.tsx'
import { paths } from '#lib/address/paths.ts'
import { offeredKinds } from '#lib/deliveries/destinations/open-destination.ts'
import { toFailure } from '#lib/errors.ts'
import { getTargets } from '#lib/exports/targets/get-targets.ts'
import { requirePageUser } from '#lib/handlers/page-guards.ts'
import { titleForUsers } from '#lib/handlers/page-title.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { getBackgroundClient } from '#lib/session/connection/connection.ts'
import { canManageDeliveries } from '#lib/session/permissions.ts'
import { getEnv } from '#lib/settings/env.ts'

export const generateMetadata = titleForUsers(async () => (await getTranslations('deliveries.form'))('title'))

export default async function NewDeliveryPage() {
  const user = await requirePageUser(paths.newDelivery())
  if (!canManageDeliveries(user)) {
    const t = await getTranslations('deliveries.forbidden')
    return <ForbiddenState title={t('title')}>{t('text')}</ForbiddenState>
  }
  const client = await getBackgroundClient()
  if (!client) redirect(paths.deliveries())
  let projects: Project[]
  try {
    projects = (await client.listProjects({})).data
  } catch (thrown) {
    return <FailedState level="h1" failure={toFailure(thrown)} />
  }
  const { timeZone, deliveries } = getEnv()
  return (
    <NewDeliveryForm
      projects={projects.map(({ id, name, projektnummer }) => ({ id, name, projektnummer }))}
      systems={getTargets().map(({ id, name, search_words, kind }) => ({ id, name, search_words, kind }))}
      kinds={offeredKinds()}
      folders={deliveries.folders}
      timeZone={timeZone}
    />
  )
}
