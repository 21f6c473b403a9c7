'use client'

import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import { saveFile } from '#components/ui/browser/save-file.ts'
import { Button } from '#components/ui/button.tsx'
import { SegmentedControl } from '#components/ui/field/segmented-control.tsx'
import { DownloadIcon } from '#components/ui/icons.ts'
import { TEMPLATE_LOCALES, type TemplateLocale } from '#lib/imports/template/template-headers.ts'

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv;charset=utf-8',
} as const

/** An empty list with the headers that the import knows, in the language of whoever shall fill it in. Made in the browser. */
export function Templates() {
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
          <DownloadIcon />
          {t(format)}
        </Button>
      ))}
    </div>
  )
}
