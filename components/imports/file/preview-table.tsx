'use client'

import { useTranslations } from 'use-intl/react'
import { cx } from '#components/ui/cx.ts'
import { ForeignText } from '#components/ui/foreign-text.tsx'
import { ScrollRegion } from '#components/ui/scroll-region.tsx'
import type { TableRow } from '#lib/imports/read/table.ts'

/** Enough to see whether the list was understood. */
const LINES = 8

type PreviewTableProps = { rows: readonly TableRow[]; headerRow: number | null }

/** The first lines as they were read, under their own numbers. What stands above the headers is not imported. */
export function PreviewTable({ rows, headerRow }: PreviewTableProps) {
  const t = useTranslations('imports.file.preview')
  const header = rows.findIndex(({ row }) => row === headerRow)
  const shown = rows.slice(0, header + 1 + LINES)
  return (
    <ScrollRegion label={t('caption')} className="rounded-md border border-line">
      <table className="w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{t('caption')}</caption>
        <tbody>
          {shown.map(({ row, cells }, index) => (
            <tr
              key={row}
              className={cx(
                index === header && 'bg-accent-soft font-medium',
                index < header && 'text-muted line-through decoration-line-strong',
              )}
            >
              <th
                scope="row"
                data-numeric
                className="w-0 border-line border-e border-b bg-sunken px-2.5 py-1 text-end font-normal text-muted text-xs"
              >
                {row}
              </th>
              {cells.map((cell, column) => (
                <Cell key={`${row}-${String(column)}`} text={cell} header={index === header} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function Cell({ text, header }: { text: string; header: boolean }) {
  const Tag = header ? 'th' : 'td'
  return (
    <Tag className="max-w-64 truncate border-line border-b px-2.5 py-1 text-start font-[inherit]">
      <ForeignText>{text}</ForeignText>
    </Tag>
  )
}
