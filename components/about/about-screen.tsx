import { PageHeader } from '#components/page/page-header.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#components/ui/table.tsx'
import { ABOUT } from '#lib/about/about.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'

/** The page with the desk's version and the licences of its components. */
export async function AboutScreen() {
  const t = await getTranslations('about')
  return (
    <>
      <PageHeader title={t('title')} facts={t('version', { version: ABOUT.version })} />
      <Panel className="mt-5 max-w-3xl">
        <div className="px-4 py-5">
          <h2 className="text-lg">{t('licences.title')}</h2>
          <p className="mt-0.5 text-muted">{t('licences.text', { count: ABOUT.licences.length })}</p>
        </div>
        <Table density="compact">
          <TableHead>
            <tr>
              <TableHeader>{t('licences.package')}</TableHeader>
              <TableHeader>{t('licences.licence')}</TableHeader>
            </tr>
          </TableHead>
          <TableBody>
            {ABOUT.licences.map(({ name, version, licence }) => (
              <TableRow
                key={`${name} ${version}`}
                className="max-sm:grid max-sm:wrap-anywhere max-sm:gap-1 max-sm:border-line max-sm:border-b max-sm:px-4 max-sm:py-3 max-sm:last:border-b-0"
              >
                <TableCell>
                  {name} <span className="text-muted">{version}</span>
                </TableCell>
                <TableCell>{licence}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Panel>
    </>
  )
}
