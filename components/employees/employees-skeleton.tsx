import { PageHeader } from '#components/page/page-header.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { paths } from '#lib/address/paths.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { EmployeeRowsSkeleton } from './table/employee-rows-skeleton.tsx'

export async function EmployeesSkeleton() {
  const t = await getTranslations('app')
  const projects = (await getTranslations('projects'))('title')
  return (
    <>
      <PageHeader title={t('loading')} facts={' '} back={{ href: paths.projects(), label: projects }} />
      <Panel className="mt-[4.25rem]">
        <EmployeeRowsSkeleton />
      </Panel>
    </>
  )
}
