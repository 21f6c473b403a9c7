'use client'

import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import type { ImportField } from '#lib/contracts/import-rows.ts'
import type { Mapping } from '#lib/imports/map/mapping.ts'

type UpdateOnlyProps = {
  mapping: Mapping
  missing: readonly ImportField[]
  onChange: (mapping: Mapping) => void
}

/** Offers to only change people who exist when a list has employee numbers, but not all that a new person needs. */
export function UpdateOnly({ mapping, missing, onChange }: UpdateOnlyProps) {
  const t = useTranslations('imports.columns.updateOnly')
  const isOn = mapping.update_only === true
  if (!isOn && (missing.length === 0 || mapping.columns.mitarbeiternummer === undefined)) return null
  return (
    <Alert
      action={
        <Button
          size="small"
          onClick={() => {
            const { update_only: _, ...others } = mapping
            onChange(isOn ? others : { ...others, update_only: true })
          }}
        >
          {t(isOn ? 'off' : 'on')}
        </Button>
      }
    >
      {t(isOn ? 'text' : 'offer')}
    </Alert>
  )
}
