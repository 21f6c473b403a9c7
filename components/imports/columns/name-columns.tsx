'use client'

import { useTranslations } from 'use-intl/react'
import { SegmentedControl } from '#components/ui/field/segmented-control.tsx'
import { type Mapping, NAME_ORDERS } from '#lib/imports/map/mapping.ts'
import type { ImportWork } from '../work/import-work.ts'
import { ColumnSelect } from './column-select.tsx'
import { mapColumn, mapFullName, mapSeparateNames } from './columns.ts'

type NameColumnsProps = { work: ImportWork; mapping: Mapping; onChange: (mapping: Mapping) => void }

/** Choice whether names are in two columns, or in one that is split. */
export function NameColumns({ work, mapping, onChange }: NameColumnsProps) {
  const t = useTranslations('imports.columns')
  const fields = useTranslations('imports.fields')
  const { full_name: whole, columns } = mapping

  function change(kind: 'separate' | 'together') {
    if (kind === 'separate') return onChange(mapSeparateNames(mapping))
    onChange(mapFullName(mapping, columns.last_name ?? columns.first_name ?? 0, 'last_first'))
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:col-span-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SegmentedControl
          legend={t('names')}
          segments={[
            { value: 'separate', label: t('namesSeparate') },
            { value: 'together', label: t('namesTogether') },
          ]}
          value={whole ? 'together' : 'separate'}
          onChange={change}
        />
        {whole && (
          <SegmentedControl
            legend={t('order')}
            segments={NAME_ORDERS.map(value => ({ value, label: t(`orders.${value}`) }))}
            value={whole.order}
            onChange={order => onChange(mapFullName(mapping, whole.column, order))}
          />
        )}
      </div>
      {whole ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 sm:grid-cols-2">
          <ColumnSelect
            label={t('wholeName')}
            work={work}
            column={whole.column}
            required={!mapping.update_only}
            onColumn={column =>
              onChange(
                column === undefined
                  ? mapSeparateNames({ ...mapping, full_name: undefined })
                  : mapFullName(mapping, column, whole.order),
              )
            }
          />
        </div>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-4 sm:grid-cols-2">
          {(['last_name', 'first_name'] as const).map(field => (
            <ColumnSelect
              key={field}
              label={fields(field)}
              work={work}
              column={columns[field]}
              required={!mapping.update_only}
              error={!mapping.update_only && columns[field] === undefined ? t('missing') : undefined}
              onColumn={column => onChange(mapColumn(mapping, field, column))}
            />
          ))}
        </div>
      )}
    </div>
  )
}
