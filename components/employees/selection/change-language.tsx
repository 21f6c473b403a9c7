'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useStartBatch } from '#components/batches/use-start-batch.ts'
import { startFresh } from '#components/page/start-fresh.ts'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { LiveText } from '#components/ui/announce.tsx'
import { Button } from '#components/ui/button.tsx'
import { RadioCards } from '#components/ui/field/radio-cards.tsx'
import { Dialog } from '#components/ui/popup/dialog.tsx'
import { LOCALES, type Project } from '#lib/portrait-api/contract.ts'

const NONE = 'none'
const CHOICES = [NONE, ...LOCALES] as const

export type ManyProps = {
  project: Project
  people: readonly number[]
  open: boolean
  onOpenChange: (open: boolean) => void
  onStarted: () => void
  /**
   * Returns the element that gets the focus: the bar, with the button that opened this dialog, disappears when the
   * selection is empty.
   */
  returnFocus: () => HTMLElement | null
}

/** Sets the language of future invitations for all selected employees. */
export function ChangeLanguage({ project, people, open, onOpenChange, onStarted, returnFocus }: ManyProps) {
  const t = useTranslations('selection.languageDialog')
  const locales = useTranslations('employees.locales')
  const sentence = useErrorSentence()
  const [locale, setLocale] = useState<(typeof CHOICES)[number]>('de')
  const batch = useStartBatch()
  const count = people.length

  const close = () => startFresh(batch, () => onOpenChange(false))

  function start() {
    const body = {
      action: 'locale' as const,
      project_id: project.id,
      employee_ids: [...people],
      locale: locale === NONE ? null : locale,
    }
    batch.mutate(body, {
      onSuccess: () => {
        onOpenChange(false)
        onStarted()
      },
    })
  }

  return (
    <Dialog
      open={open}
      onOpenChange={close}
      returnFocus={returnFocus}
      title={t('title', { count })}
      description={t('text')}
      footer={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button variant="primary" busy={batch.isPending} onClick={start}>
            {t('confirm', { count })}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 px-5 pb-5">
        <RadioCards
          legend={t('legend')}
          className="sm:grid-cols-3"
          cards={CHOICES.map(name => ({ value: name, label: locales(name) }))}
          value={locale}
          onChange={setLocale}
        />
        <LiveText className="text-danger text-sm">{batch.error && sentence(batch.error)}</LiveText>
      </div>
    </Dialog>
  )
}
