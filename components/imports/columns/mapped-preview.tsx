'use client'

import { useTranslations } from 'use-intl/react'
import { Panel } from '#components/ui/panel.tsx'
import { ScrollRegion } from '#components/ui/scroll-region.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { IMPORT_FIELDS, type ImportRow } from '#lib/contracts/import-rows.ts'

/** The first employees with the values read from them: a wrongly split name or a wrong column shows at once. */
export function MappedPreview({ rows }: { rows: readonly ImportRow[] }) {
  const t = useTranslations('imports.columns')
  const fields = useTranslations('imports.fields')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-medium">{t('preview')}</h3>
      <Panel>
        <ScrollRegion label={t('preview')}>
          <table className="w-full border-separate border-spacing-0 text-sm">
            <thead>
              <tr>
                {IMPORT_FIELDS.map(field => (
                  <th
                    key={field}
                    scope="col"
                    className="whitespace-nowrap border-line border-b px-3 py-1.5 text-start font-medium text-muted first:ps-4"
                  >
                    {fields(field)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ row, values }) => (
                <tr key={row}>
                  {IMPORT_FIELDS.map(field => (
                    <td
                      key={field}
                      className="max-w-64 truncate border-line border-b px-3 py-1.5 first:ps-4 [tr:last-child>&]:border-b-0"
                    >
                      {values[field] ? (
                        <UserText>{values[field]}</UserText>
                      ) : (
                        <span className="text-muted">–</span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </Panel>
    </div>
  )
}
