'use client'

import { useTranslations } from 'use-intl/react'
import { Table, TableBody, TableHead, TableHeader } from '#components/ui/table.tsx'
import type { Export } from '#lib/exports/contract.ts'
import { ExportsRow } from './exports-row.tsx'
import type { TargetName } from './load-exports-page.ts'

const COLUMNS = [
  { name: 'at', width: 'w-32' },
  { name: 'what', width: '' },
  { name: 'who', width: 'w-[17%] table:w-[13%] sm:max-lg:hidden' },
  { name: 'state', width: 'w-40' },
  { name: 'actions', width: 'sm:w-48 table:w-[27rem]' },
] as const

type ExportsTableProps = { exports: Export[]; targets: TargetName[] }

export function ExportsTable({ exports, targets }: ExportsTableProps) {
  const t = useTranslations('exports.history')
  return (
    <Table>
      <caption className="sr-only">{t('caption')}</caption>
      <TableHead>
        <tr>
          {COLUMNS.map(({ name, width }) => (
            <TableHeader key={name} className={width}>
              {name === 'actions' ? (
                <span className="sr-only">{t('columns.actions')}</span>
              ) : (
                t(`columns.${name}`)
              )}
            </TableHeader>
          ))}
        </tr>
      </TableHead>
      <TableBody>
        {exports.map(row => (
          <ExportsRow key={row.id} row={row} target={targets.find(({ id }) => id === row.request.target)} />
        ))}
      </TableBody>
    </Table>
  )
}
