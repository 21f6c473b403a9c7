'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { Icon } from '#components/ui/icon.ts'
import { UploadIcon } from '#components/ui/icons.ts'

type DropAnywhereProps = {
  /** Effect of dropping the file. */
  label: string
  onFile: (file: File) => void
}

/** Accepts a list dropped anywhere on the page: outside the field, the browser would open it instead. */
export function DropAnywhere({ label, onFile }: DropAnywhereProps) {
  const [over, setOver] = useState(false)
  const take = useEffectEvent((event: DragEvent) => {
    setOver(false)
    if (event.defaultPrevented || !hasFiles(event)) return
    event.preventDefault()
    const file = event.dataTransfer?.files[0]
    if (file) onFile(file)
  })

  useEffect(() => {
    const hover = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => take(event)
    window.addEventListener('dragover', hover)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', hover)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])

  return (
    over && (
      <div className="pointer-events-none fixed inset-0 z-40 grid place-items-center bg-scrim p-6">
        <p className="flex items-center gap-3 rounded-lg bg-raised px-6 py-4 font-medium text-lg shadow-high">
          <Icon of={UploadIcon} className="size-6 text-accent-text" />
          {label}
        </p>
      </div>
    )
  )
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}
