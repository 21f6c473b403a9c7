'use client'

import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { LiveText } from '#components/ui/announce.tsx'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.ts'
import { UploadIcon } from '#components/ui/icons.ts'
import { Progress } from '#components/ui/progress.tsx'
import { Spinner } from '#components/ui/spinner.tsx'

type Reading = { label: string; cancelLabel: string; onCancel: () => void }

type FileDropProps = {
  label: string
  hint?: ReactNode
  /**
   * Accepted types, as in `<input accept>`: ".csv,.xlsx". Dropped files are not checked against it; the reader of the
   * file checks them.
   */
  accept?: string
  /** Set while a file is being read; this replaces the content in the same place and size. */
  reading?: Reading | undefined
  onFile: (file: File) => void
}

/** Takes a file by drag and drop or from the browser's dialog; the same file may be chosen twice. */
export function FileDrop({ label, hint, accept, reading, onFile }: FileDropProps) {
  const t = useTranslations('ui')
  const id = useId()
  const [over, setOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
  }

  function keepOver(event: DragEvent) {
    event.preventDefault()
    setOver(true)
  }

  if (reading) return <BeingRead {...reading} />
  return (
    <label
      htmlFor={id}
      onDragOver={keepOver}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      data-over={over || undefined}
      className={cx(
        'grid justify-items-center gap-1 rounded-lg border border-line-strong border-dashed bg-panel px-6 py-10 text-center transition-colors',
        'hover:border-accent hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 data-over:border-accent data-over:bg-accent-soft',
      )}
    >
      <Icon of={UploadIcon} className="mb-1.5 size-6 text-muted" />
      <span className="font-medium">{label}</span>
      {hint && <span className="text-muted text-sm">{hint}</span>}
      <span aria-hidden="true" className={buttonClass({ className: 'mt-3' })}>
        {t('chooseFile')}
      </span>
      <input
        id={id}
        type="file"
        accept={accept}
        className="sr-only"
        onChange={event => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </label>
  )
}

function BeingRead({ label, cancelLabel, onCancel }: Reading) {
  return (
    <div
      aria-busy="true"
      className="grid content-center justify-items-center gap-1 rounded-lg border border-line-strong border-dashed bg-panel px-6 py-10 text-center"
    >
      <Spinner className="mb-1.5 size-6 text-muted" />
      <LiveText about="reading" className="font-medium">
        {label}
      </LiveText>
      <div className="flex h-5 w-full max-w-48 items-center">
        <Progress label={label} value={0} max={null} />
      </div>
      <Button className="mt-3" onClick={onCancel}>
        {cancelLabel}
      </Button>
    </div>
  )
}
