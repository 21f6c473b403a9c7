'use client'

import { type ClipboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { saveFile } from '#components/ui/browser/save-file.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { FileDrop } from '#components/ui/field/file-drop.tsx'
import { Textarea } from '#components/ui/field/input.tsx'
import { SegmentedControl } from '#components/ui/field/segmented-control.tsx'
import { Icon } from '#components/ui/icon.ts'
import { DownloadIcon } from '#components/ui/icons.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'
import { TEMPLATE_LOCALES, type TemplateLocale } from '#lib/imports/template/template-headers.ts'
import type { ReadList } from './use-read-list.ts'

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv;charset=utf-8',
} as const

const ACCEPT = '.xlsx,.xlsm,.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain'

/** Two inputs, a file or pasted cells, and a template for users who have neither. */
export function ChooseList({ list }: { list: ReadList }) {
  const t = useTranslations('imports.file')
  const problems = useTranslations('imports.file.problems')
  const reading = { label: t('reading'), cancelLabel: t('cancel'), onCancel: list.cancel }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {list.problem && (
        <Alert live tone="danger" title={t('unreadable')}>
          {problems(list.problem.problem, { format: list.problem.format ?? 'other' })}
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

/** Cells copied in a spreadsheet arrive as text with tabs; they are read as soon as they are pasted. */
function PasteCells({ onCells }: { onCells: (text: string) => void }) {
  const t = useTranslations('imports.file.paste')
  const [text, setText] = useState('')

  function paste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text/plain')
    if (text !== '' || pasted.trim() === '') return
    event.preventDefault()
    onCells(pasted)
  }

  return (
    <div className="grid content-start gap-2">
      <Field label={t('label')} hint={t('hint')}>
        {control => (
          <Textarea
            rows={4}
            spellCheck={false}
            placeholder={t('placeholder')}
            value={text}
            onChange={event => setText(event.target.value)}
            onPaste={paste}
            {...control}
          />
        )}
      </Field>
      {text.trim() !== '' && (
        <Button className="justify-self-start" onClick={() => onCells(text)}>
          {t('read')}
        </Button>
      )}
    </div>
  )
}

/**
 * Downloads an empty list with the headers that the import knows, in a chosen language. The file is made in the
 * browser.
 */
function Templates() {
  const t = useTranslations('imports.file.templates')
  const [locale, setLocale] = useState<TemplateLocale>(useLocale())

  async function download(format: 'xlsx' | 'csv') {
    const { writeTemplate } = await import('#lib/imports/template/write-template.ts')
    const bytes = new Uint8Array(await writeTemplate(format, locale))
    saveFile(new Blob([bytes], { type: TYPES[format] }), `${t('name')}-${locale}.${format}`)
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="text-muted">{t('label')}</p>
      <SegmentedControl
        legend={t('language')}
        segments={TEMPLATE_LOCALES.map(value => ({ value, label: t(`languages.${value}`) }))}
        value={locale}
        onChange={setLocale}
      />
      {(['xlsx', 'csv'] as const).map(format => (
        <Button key={format} variant="quiet" size="small" onClick={() => void download(format)}>
          <Icon of={DownloadIcon} />
          {t(format)}
        </Button>
      ))}
    </div>
  )
}
