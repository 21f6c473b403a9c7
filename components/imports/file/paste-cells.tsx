'use client'

import { type ClipboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { Textarea } from '#components/ui/field/input.tsx'

/** Cells copied in a spreadsheet come as text with tabs; they are read as soon as they are there. */
export function PasteCells({ onCells }: { onCells: (text: string) => void }) {
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
