'use client'

import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { FileDrop } from '#components/ui/field/file-drop.tsx'
import { PasteCells } from './paste-cells.tsx'
import { Templates } from './templates.tsx'
import type { ReadList } from './use-read-list.ts'

const ACCEPT = '.xlsx,.xlsm,.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain'

/** Two ways in, a file or cells, and a template for whoever has neither. */
export function ChooseList({ list }: { list: ReadList }) {
  const t = useTranslations('imports.file')
  const problems = useTranslations('imports.file.problems')
  const reading = { label: t('reading'), cancelLabel: t('cancel'), onCancel: list.cancel }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {list.problem && (
        <Alert live tone="danger" title={t('unreadable')}>
          {problems(list.problem)}
        </Alert>
      )}
      <div className="grid gap-6 lg:grid-cols-[3fr_2fr]">
        <FileDrop
          label={t('drop')}
          hint={t('dropHint')}
          accept={ACCEPT}
          reading={list.reading ? reading : undefined}
          onFile={list.readFile}
        />
        <PasteCells onCells={list.readCells} />
      </div>
      <Templates />
    </div>
  )
}
