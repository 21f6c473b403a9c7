'use client'

import { useFormatter, useTranslations } from 'use-intl/react'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { changeImportWork, type ImportWork } from '../work/import-work.ts'
import { StepHeading } from '../work/step-heading.tsx'
import { ColumnSelect } from './column-select.tsx'
import { mapColumn } from './columns.ts'
import { MappedPreview } from './mapped-preview.tsx'
import { NameColumns } from './name-columns.tsx'
import { UpdateOnly } from './update-only.tsx'
import { useMapping } from './use-mapping.ts'
import { useStartDraft } from './use-start-draft.ts'

/** Step that assigns columns to fields. */
export default function ColumnsStep({ work }: { work: ImportWork }) {
  const t = useTranslations('imports.columns')
  const fields = useTranslations('imports.fields')
  const sentence = useErrorSentence()
  const format = useFormatter()
  const { headers, rows, mapping, preview, missing, recalled, change, guessAnew } = useMapping(work)
  const start = useStartDraft(work)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <StepHeading
        title={t('title')}
        actions={
          <>
            <Button onClick={() => changeImportWork({ step: 'file' })}>{t('back')}</Button>
            <Button
              variant="primary"
              busy={start.isPending}
              disabled={missing.length > 0}
              onClick={() => start.begin({ headers, rows, mapping })}
            >
              {start.isPending ? t('starting') : t('next')}
            </Button>
          </>
        }
      >
        {t('text')}
      </StepHeading>
      {start.error && (
        <Alert live tone="danger" title={t('notKept')}>
          {sentence(start.error)}
        </Alert>
      )}
      {recalled && (
        <Alert
          action={
            <Button size="small" onClick={guessAnew}>
              {t('guessAnew')}
            </Button>
          }
        >
          {t('recalled')}
        </Alert>
      )}
      <UpdateOnly mapping={mapping} onChange={change} />
      {missing.length > 0 && (
        <Alert tone="warning">
          {t('missingFields', {
            count: missing.length,
            fields: format.list(missing.map(field => fields(field))),
          })}
        </Alert>
      )}
      <Panel className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-5 p-4 sm:grid-cols-2">
        <NameColumns work={work} mapping={mapping} onChange={change} />
        {(['email', 'mitarbeiternummer', 'locale'] as const).map(field => (
          <ColumnSelect
            key={field}
            label={fields(field)}
            work={work}
            column={mapping.columns[field]}
            required={field === (mapping.update_only ? 'mitarbeiternummer' : 'email')}
            aside={field === 'email' || mapping.update_only ? undefined : t(`optional.${field}`)}
            error={missing.includes(field) ? t('missing') : undefined}
            note={
              field === 'mitarbeiternummer' && !mapping.update_only && mapping.columns[field] === undefined
                ? t('assigned')
                : undefined
            }
            onColumn={column => change(mapColumn(mapping, field, column))}
          />
        ))}
      </Panel>
      <MappedPreview rows={preview} />
    </div>
  )
}
