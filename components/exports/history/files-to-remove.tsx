'use client'

import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { copyText } from '#components/ui/browser/copy-text.ts'
import { Button } from '#components/ui/button.tsx'
import { Textarea } from '#components/ui/field/input.tsx'
import { CheckIcon, CopyIcon } from '#components/ui/icons.ts'
import { announce } from '#components/ui/toast/live-region.tsx'

const ROWS_MAX = 6

/** The names of the files that the receiving system must not show any more, one a line, to be taken there. */
export function FilesToRemove({ names }: { names: string[] }) {
  const t = useTranslations('exports.history.changes')
  const field = useRef<HTMLTextAreaElement>(null)
  const [copied, setCopied] = useState(false)

  async function copy() {
    if (!field.current || !(await copyText(field.current))) return
    setCopied(true)
    announce(t('copied'))
  }

  return (
    <div className="grid gap-2">
      <Alert tone="warning">{t('remove', { count: names.length })}</Alert>
      <Textarea
        ref={field}
        readOnly
        aria-label={t('files')}
        rows={Math.min(names.length, ROWS_MAX)}
        value={names.join('\n')}
        className="px-3 py-2 font-mono text-sm"
      />
      <Button size="small" className="justify-self-start" onClick={copy}>
        {copied ? <CheckIcon /> : <CopyIcon />}
        {copied ? t('copied') : t('copy')}
      </Button>
    </div>
  )
}
