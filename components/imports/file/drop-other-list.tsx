'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { ConfirmDialog } from '#components/ui/popup/confirm-dialog.tsx'
import { DropAnywhere } from './drop-anywhere.tsx'

/** Another list, let go where one is being worked on: it takes its place only when the person says so. */
export function DropOtherList({ onFile }: { onFile: (file: File) => void }) {
  const t = useTranslations('imports.otherList')
  const [file, setFile] = useState<File | null>(null)
  const [asking, setAsking] = useState(false)

  function ask(dropped: File) {
    setFile(dropped)
    setAsking(true)
  }

  return (
    <>
      <DropAnywhere label={t('letGo')} onFile={ask} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="accent"
        title={t('title')}
        confirmLabel={t('confirm')}
        onConfirm={() => {
          setAsking(false)
          if (file) onFile(file)
        }}
      >
        {t('text', { name: file?.name ?? '' })}
      </ConfirmDialog>
    </>
  )
}
